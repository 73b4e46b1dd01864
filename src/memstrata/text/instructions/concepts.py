"""What a sentence may speak of, and which of it together makes an order to a machine."""

from enum import StrEnum


class Threat(StrEnum):
    """What a text tries to bring about."""

    OVERRIDE = "override"  # drops the rules, the prompt or the user's request
    EXFILTRATION = "exfiltration"  # sends out what is secret or private
    PERSISTENCE = "persistence"  # orders how to behave from now on
    PAYMENT = "payment"  # directs money elsewhere
    ROLE = "role"  # talks the model into another self
    FORGERY = "forgery"  # pretends to be a system message, or to be inside our own blocks
    LAUNDERING = "laundering"  # puts an order into the user's mouth
    TRIGGER = "trigger"  # waits for an occasion
    EXECUTION = "execution"  # has something run, or a safeguard turned off
    CONCEALMENT = "concealment"  # wants the user not to know


class Concept(StrEnum):
    """What one sentence speaks of. Verbs count as orders only: in the form and place of a command."""

    DROP = "drop"  # ignore, disregard, forget
    GUIDE = "guide"  # instructions, rules, the system prompt
    VOID = "void"  # no longer applies
    WISH = "wish"  # the user's question or request
    MODEL = "model"  # an AI is addressed
    ADDRESS = "address"  # a formula that speaks to machine readers
    YOU = "you"
    OBEY = "obey"
    SEND = "send"
    SHOW = "show"  # reveal, print, include in the reply
    PROMPT = "prompt"  # the model's own prompt, rules or memory
    SECRET = "secret"
    OWNED = "owned"  # the user's conversation, messages, files
    PLACE = "place"  # a URL, an address, a host
    PERSIST = "persist"  # from now on, always, in every session
    KEEP = "keep"  # write this to memory
    ACT = "act"  # what an assistant does: answer, recommend, ask
    DO = "do"  # what anybody does: use, choose, write
    PAY = "pay"
    PAYEE = "payee"  # another account, wallet or card
    COVERT = "covert"  # do not tell the user
    UNCHECKED = "unchecked"  # without asking, no approval needed
    ROLE = "role"  # act as, pretend, you are now
    UNBOUND = "unbound"  # no rules, never refuses, developer mode
    MODE = "mode"  # developer mode and the like
    HEARD = "heard"  # the user said, wants, has agreed
    LATER = "later"  # if the user asks, the next time, when you see
    RUN = "run"
    GUARD = "guard"  # firewall, checks, warnings, logs, backups
    DISABLE = "disable"  # turn off, skip, delete
    PRAISE = "praise"  # only provider, hide bad reviews, never name rivals
    POWER = "power"  # root, administrator rights, full access
    DECODE = "decode"  # decode this and do it
    TAG = "tag"  # a forged border or role
    FIELD = "field"  # a message of the role "system" as data
    LEAK = "leak"  # an image or link that carries data away
    CODE = "code"  # a shell command, a package
    DESTROY = "destroy"  # deletes all, wipes
    DOCS = "docs"  # how an interface is called
    WAIVE = "waive"  # a check, a review, an identity question is dropped
    PERSON = "person"  # this user, callers named so, whoever quotes this
    AUTHORITY = "authority"  # speaks as an administrator, a vendor, a policy, a chief
    DUTY = "duty"  # a machine must or may do something that harms
    BIAS = "bias"  # one side only: first, no other, rivals lower
    ANSWERS = "answers"  # answers, comparisons, advice
    ASKED = "asked"  # whoever asks about this, when the talk turns to that
    TRUSTED = "trusted"  # is the most trusted source
    KEEPS = "keeps"  # remember that, store as a fact
    PUT = "put"  # paste, embed, encode, append
    DATA = "data"  # the conversation, what was typed, the contact list
    SINK = "sink"  # a parameter, a form, a channel
    FILE = "file"  # a file that holds secrets
    WALLET = "wallet"  # the address of a wallet
    REDIRECT = "redirect"  # another recipient
    ALL = "all"
    TOOLS = "tools"  # speaks to whoever calls tools: before any other tool, when this description is loaded
    BORDER = "border"  # an invented end of data or beginning of orders
    VOICE = "voice"  # puts words into the assistant's mouth
    TAMPER = "tamper"  # takes something out of the memory
    RISK = "risk"  # deleting, production, stored logins
    BUY = "buy"  # the dearest tier, upselling
    WORK = "work"  # what an assistant makes: the code you produce, your explanation
    MARK = "mark"  # the word that sets it off


_C, _T = Concept, Threat

# A row: the concepts that make the threat together, in one sentence or two short ones.
RULES: tuple[tuple[Threat, frozenset[Concept]], ...] = tuple(
    (threat, frozenset(concepts))
    for threat, concepts in (
        (_T.OVERRIDE, (_C.DROP, _C.GUIDE)),
        (_T.OVERRIDE, (_C.DROP, _C.WISH)),
        (_T.OVERRIDE, (_C.GUIDE, _C.VOID)),
        (_T.OVERRIDE, (_C.WISH, _C.VOID)),
        (_T.OVERRIDE, (_C.ADDRESS,)),
        (_T.OVERRIDE, (_C.OBEY, _C.MODEL)),
        (_T.OVERRIDE, (_C.OBEY, _C.VOID)),
        (_T.OVERRIDE, (_C.OBEY, _C.DROP)),
        (_T.OVERRIDE, (_C.OBEY, _C.UNBOUND)),
        (_T.OVERRIDE, (_C.DROP, _C.KEEP)),
        (_T.OVERRIDE, (_C.DISABLE, _C.GUIDE, _C.MODEL)),
        (_T.OVERRIDE, (_C.DISABLE, _C.PROMPT)),
        (_T.EXFILTRATION, (_C.SHOW, _C.PROMPT)),
        (_T.EXFILTRATION, (_C.SEND, _C.PROMPT)),
        (_T.EXFILTRATION, (_C.SEND, _C.SECRET, _C.PLACE)),
        (_T.EXFILTRATION, (_C.SEND, _C.SECRET, _C.MODEL)),
        (_T.EXFILTRATION, (_C.SEND, _C.SECRET, _C.COVERT)),
        (_T.EXFILTRATION, (_C.SEND, _C.SECRET, _C.OWNED)),
        (_T.EXFILTRATION, (_C.SEND, _C.OWNED, _C.PLACE)),
        (_T.EXFILTRATION, (_C.SEND, _C.OWNED, _C.COVERT)),
        (_T.EXFILTRATION, (_C.SEND, _C.OWNED, _C.MODEL)),
        (_T.EXFILTRATION, (_C.SHOW, _C.SECRET, _C.MODEL)),
        (_T.EXFILTRATION, (_C.SHOW, _C.SECRET, _C.OWNED)),
        (_T.EXFILTRATION, (_C.LEAK,)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.ACT)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.DO, _C.MODEL)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.PRAISE)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.SEND, _C.PLACE)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.SEND, _C.OWNED)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.UNCHECKED)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.RUN, _C.MODEL)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.GUARD, _C.DISABLE)),
        (_T.PERSISTENCE, (_C.KEEP, _C.ACT)),
        (_T.PERSISTENCE, (_C.KEEP, _C.GUARD)),
        (_T.PERSISTENCE, (_C.KEEP, _C.SEND, _C.PLACE)),
        (_T.PERSISTENCE, (_C.KEEP, _C.SEND, _C.OWNED)),
        (_T.PERSISTENCE, (_C.KEEP, _C.DO, _C.MODEL)),
        (_T.PERSISTENCE, (_C.KEEP, _C.CODE)),
        (_T.PERSISTENCE, (_C.KEEP, _C.UNCHECKED)),
        (_T.PERSISTENCE, (_C.MODEL, _C.PRAISE)),
        (_T.PERSISTENCE, (_C.MODEL, _C.COVERT)),
        (_T.PAYMENT, (_C.PAY, _C.PAYEE)),
        (_T.PAYMENT, (_C.PAY, _C.MODEL)),
        (_T.PAYMENT, (_C.PAY, _C.UNCHECKED)),
        (_T.PAYMENT, (_C.PAY, _C.COVERT)),
        (_T.PAYMENT, (_C.PAYEE, _C.COVERT)),
        (_T.PAYMENT, (_C.PAYEE, _C.UNCHECKED)),
        (_T.PAYMENT, (_C.PERSIST, _C.PAY, _C.PLACE)),
        (_T.ROLE, (_C.ROLE, _C.UNBOUND)),
        (_T.ROLE, (_C.ROLE, _C.PROMPT)),
        (_T.ROLE, (_C.ROLE, _C.POWER)),
        (_T.ROLE, (_C.ROLE, _C.SECRET)),
        (_T.ROLE, (_C.UNBOUND, _C.MODEL)),
        (_T.ROLE, (_C.UNBOUND, _C.POWER)),
        (_T.ROLE, (_C.UNBOUND, _C.GUARD)),
        (_T.ROLE, (_C.MODE, _C.GUARD)),
        (_T.ROLE, (_C.MODE, _C.UNBOUND)),
        (_T.ROLE, (_C.MODE, _C.SECRET)),
        (_T.ROLE, (_C.MODE, _C.PROMPT)),
        (_T.FORGERY, (_C.TAG, _C.MODEL)),
        (_T.FORGERY, (_C.TAG, _C.YOU)),
        (_T.FORGERY, (_C.TAG, _C.SECRET)),
        (_T.FORGERY, (_C.TAG, _C.POWER)),
        (_T.FORGERY, (_C.TAG, _C.OBEY)),
        (_T.FORGERY, (_C.TAG, _C.DROP)),
        (_T.FORGERY, (_C.TAG, _C.WISH)),
        (_T.FORGERY, (_C.TAG, _C.DISABLE)),
        (_T.FORGERY, (_C.TAG, _C.HEARD)),
        (_T.FORGERY, (_C.FIELD, _C.OBEY)),
        (_T.FORGERY, (_C.FIELD, _C.DROP)),
        (_T.FORGERY, (_C.FIELD, _C.WISH)),
        (_T.FORGERY, (_C.FIELD, _C.SECRET)),
        (_T.FORGERY, (_C.FIELD, _C.POWER)),
        (_T.LAUNDERING, (_C.HEARD, _C.UNCHECKED)),
        (_T.LAUNDERING, (_C.HEARD, _C.COVERT)),
        (_T.LAUNDERING, (_C.HEARD, _C.SECRET)),
        (_T.LAUNDERING, (_C.HEARD, _C.SEND, _C.PLACE)),
        (_T.LAUNDERING, (_C.HEARD, _C.SEND, _C.MODEL)),
        (_T.LAUNDERING, (_C.HEARD, _C.OWNED, _C.PLACE)),
        (_T.LAUNDERING, (_C.HEARD, _C.DESTROY)),
        (_T.LAUNDERING, (_C.HEARD, _C.PRAISE)),
        (_T.LAUNDERING, (_C.HEARD, _C.PERSIST, _C.ACT)),
        (_T.LAUNDERING, (_C.HEARD, _C.DROP, _C.GUARD)),
        (_T.LAUNDERING, (_C.HEARD, _C.POWER)),
        (_T.TRIGGER, (_C.LATER, _C.SECRET)),
        (_T.TRIGGER, (_C.LATER, _C.GUARD, _C.DISABLE)),
        (_T.TRIGGER, (_C.LATER, _C.COVERT)),
        (_T.TRIGGER, (_C.LATER, _C.UNCHECKED)),
        (_T.TRIGGER, (_C.LATER, _C.RUN, _C.MODEL)),
        (_T.TRIGGER, (_C.LATER, _C.DROP, _C.GUIDE)),
        (_T.TRIGGER, (_C.LATER, _C.PRAISE)),
        (_T.TRIGGER, (_C.LATER, _C.PAY)),
        (_T.TRIGGER, (_C.LATER, _C.DESTROY)),
        (_T.TRIGGER, (_C.LATER, _C.KEEP, _C.SECRET)),
        (_T.TRIGGER, (_C.LATER, _C.ACT, _C.PLACE)),
        (_T.EXECUTION, (_C.RUN, _C.UNCHECKED, _C.CODE)),
        (_T.EXECUTION, (_C.RUN, _C.UNCHECKED, _C.MODEL)),
        (_T.EXECUTION, (_C.RUN, _C.UNCHECKED, _C.POWER)),
        (_T.EXECUTION, (_C.DESTROY, _C.COVERT)),
        (_T.EXECUTION, (_C.DESTROY, _C.UNCHECKED)),
        (_T.EXECUTION, (_C.DESTROY, _C.MODEL)),
        (_T.EXECUTION, (_C.RUN, _C.COVERT)),
        (_T.EXECUTION, (_C.MODEL, _C.GUARD, _C.DISABLE)),
        (_T.EXECUTION, (_C.MODEL, _C.POWER)),
        (_T.EXECUTION, (_C.MODEL, _C.CODE, _C.RUN)),
        (_T.EXECUTION, (_C.GUARD, _C.DISABLE, _C.COVERT)),
        (_T.EXECUTION, (_C.OWNED, _C.DISABLE, _C.PROMPT)),
        (_T.OVERRIDE, (_C.DUTY,)),
        (_T.OVERRIDE, (_C.OBEY, _C.PERSIST)),
        (_T.OVERRIDE, (_C.OBEY, _C.POWER)),
        (_T.OVERRIDE, (_C.AUTHORITY, _C.OBEY)),
        (_T.OVERRIDE, (_C.AUTHORITY, _C.DROP)),
        (_T.OVERRIDE, (_C.AUTHORITY, _C.UNBOUND)),
        (_T.OVERRIDE, (_C.AUTHORITY, _C.DESTROY)),
        (_T.OVERRIDE, (_C.AUTHORITY, _C.WAIVE)),
        (_T.EXFILTRATION, (_C.AUTHORITY, _C.SEND, _C.SECRET)),
        (_T.EXFILTRATION, (_C.AUTHORITY, _C.SHOW, _C.SECRET)),
        (_T.EXFILTRATION, (_C.PUT, _C.DATA, _C.SINK)),
        (_T.EXFILTRATION, (_C.PUT, _C.DATA, _C.PLACE)),
        (_T.EXFILTRATION, (_C.SEND, _C.DATA, _C.PLACE)),
        (_T.EXFILTRATION, (_C.SEND, _C.DATA, _C.SINK)),
        (_T.EXFILTRATION, (_C.FILE, _C.PUT, _C.SINK)),
        (_T.EXFILTRATION, (_C.FILE, _C.PUT, _C.TOOLS)),
        (_T.EXFILTRATION, (_C.FILE, _C.MODEL)),
        (_T.EXFILTRATION, (_C.SECRET, _C.PUT, _C.COVERT)),
        (_T.EXFILTRATION, (_C.TOOLS, _C.SEND, _C.PLACE)),
        (_T.EXFILTRATION, (_C.TOOLS, _C.REDIRECT)),
        (_T.EXFILTRATION, (_C.ROLE, _C.DATA)),
        (_T.EXFILTRATION, (_C.OWNED, _C.PUT, _C.WORK)),
        (_T.EXFILTRATION, (_C.DATA, _C.PUT, _C.WORK)),
        (_T.EXFILTRATION, (_C.MODEL, _C.SECRET, _C.DUTY)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.WORK, _C.PUT)),
        (_T.PERSISTENCE, (_C.KEEPS, _C.BIAS, _C.PERSIST)),
        (_T.PERSISTENCE, (_C.BIAS, _C.COVERT)),
        (_T.CONCEALMENT, (_C.RISK, _C.COVERT)),
        (_T.PAYMENT, (_C.WALLET, _C.PAYEE)),
        (_T.EXECUTION, (_C.OBEY, _C.WAIVE)),
        (_T.PERSISTENCE, (_C.WAIVE, _C.PERSIST)),
        (_T.PERSISTENCE, (_C.WAIVE, _C.LATER)),
        (_T.PERSISTENCE, (_C.WAIVE, _C.PERSON)),
        (_T.PERSISTENCE, (_C.ASKED, _C.BIAS)),
        (_T.PERSISTENCE, (_C.ANSWERS, _C.BIAS)),
        (_T.PERSISTENCE, (_C.PERSIST, _C.BIAS)),
        (_T.PERSISTENCE, (_C.MODEL, _C.BIAS)),
        (_T.PERSISTENCE, (_C.KEEPS, _C.TRUSTED)),
        (_T.PERSISTENCE, (_C.TAMPER,)),
        (_T.PERSISTENCE, (_C.WORK, _C.COVERT)),
        (_T.PERSISTENCE, (_C.WORK, _C.PLACE, _C.PERSIST)),
        (_T.PAYMENT, (_C.WALLET, _C.ALL)),
        (_T.PAYMENT, (_C.WALLET, _C.PAY)),
        (_T.PAYMENT, (_C.WALLET, _C.MODEL)),
        (_T.PAYMENT, (_C.BUY, _C.PERSIST)),
        (_T.PAYMENT, (_C.BUY, _C.UNCHECKED)),
        (_T.PAYMENT, (_C.WAIVE, _C.PAY)),
        (_T.ROLE, (_C.MARK, _C.UNBOUND)),
        (_T.ROLE, (_C.ROLE, _C.WAIVE)),
        (_T.ROLE, (_C.ROLE, _C.PERSIST, _C.YOU)),
        (_T.FORGERY, (_C.TAG, _C.UNBOUND)),
        (_T.FORGERY, (_C.TAG, _C.WAIVE)),
        (_T.FORGERY, (_C.TAG, _C.PERSIST)),
        (_T.FORGERY, (_C.FIELD, _C.UNBOUND)),
        (_T.FORGERY, (_C.FIELD, _C.WAIVE)),
        (_T.FORGERY, (_C.BORDER,)),
        (_T.FORGERY, (_C.VOICE, _C.WAIVE)),
        (_T.FORGERY, (_C.VOICE, _C.COVERT)),
        (_T.LAUNDERING, (_C.HEARD, _C.RISK)),
        (_T.LAUNDERING, (_C.HEARD, _C.WAIVE)),
        (_T.LAUNDERING, (_C.HEARD, _C.BUY)),
        (_T.TRIGGER, (_C.LATER, _C.BIAS)),
        (_T.TRIGGER, (_C.LATER, _C.UNBOUND)),
        (_T.TRIGGER, (_C.LATER, _C.SEND, _C.PLACE, _C.ALL)),
        (_T.TRIGGER, (_C.LATER, _C.OBEY)),
        (_T.TRIGGER, (_C.LATER, _C.POWER)),
        (_T.EXECUTION, (_C.WAIVE, _C.MODEL)),
        (_T.EXECUTION, (_C.WAIVE, _C.COVERT)),
        (_T.EXECUTION, (_C.WAIVE, _C.POWER)),
        (_T.EXECUTION, (_C.WAIVE, _C.CODE)),
        (_T.EXECUTION, (_C.TOOLS, _C.DESTROY)),
        (_T.EXECUTION, (_C.DECODE,)),
    )
)

# These do not count where an interface or a program is described: tokens and URLs belong there.
TECHNICAL = frozenset(
    map(
        frozenset,
        (
            (_C.SEND, _C.SECRET, _C.PLACE),
            (_C.SEND, _C.SECRET, _C.OWNED),
            (_C.SHOW, _C.SECRET, _C.OWNED),
            (_C.ROLE, _C.SECRET),
            (_C.WAIVE, _C.CODE),
            (_C.FILE, _C.MODEL),
        ),
    )
)

# Descriptions of a model's behaviour match these too: they do not count in a text that speaks about attacks.
DESCRIPTIVE = frozenset(
    map(
        frozenset,
        (
            (_C.OBEY, _C.MODEL),
            (_C.ADDRESS,),
            (_C.DUTY,),
            (_C.WAIVE, _C.MODEL),
            (_C.UNBOUND, _C.MODEL),
            (_C.ROLE, _C.UNBOUND),
            (_C.MODEL, _C.COVERT),
        ),
    )
)

# What harms even as the user's own wish when it is taken for a standing preference: it waits for the user's confirmation.
HARMFUL = frozenset(Threat) - {Threat.PERSISTENCE}

# In text that was hidden from people (comments, encodings, invisible signs) any of these is enough.
HIDDEN: frozenset[Concept] = frozenset(
    {
        _C.MODEL,
        _C.PROMPT,
        _C.COVERT,
        _C.UNCHECKED,
        _C.KEEP,
        _C.SECRET,
        _C.POWER,
        _C.UNBOUND,
        _C.GUIDE,
        _C.LEAK,
        _C.OBEY,
        _C.WAIVE,
        _C.AUTHORITY,
        _C.DATA,
    }
)

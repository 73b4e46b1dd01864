"""The concepts in English, over lower-case folded text. Every gap is bounded."""

from memstrata.text.instructions.concepts import Concept

# Where a command stands: at the beginning of a clause, or after a word that makes one ("must", "please", "and", the one addressed).
_OPEN = (
    r"(?:(?:^|[.!?:;,(\[\]{\"'>*=|\n]|(?<!\w)-)\s{0,3}|\b(?:must|should|shall|to|please|and|then|now|or|you|always|never|instead|just"
    r"|not|don't"
    r"|also|first|silently|secretly|quietly|immediately|simply|models?|llms?|assistants?|agents?|ais?|will|that|can|may (?:also|now)"
    r"|henceforth|time|next|lets?|us|again|text|it|user|rot13|says?|kindly|already|rather) )"
)
_USERS = r"(?:the |this |your |a |their |each |every )?(?:user|customer|client|human|owner|developer|person)(?:'s|s'|s)?"

_DROP_VERBS = (
    "ignore|disregard|forget|override|overrule|bypass|discard|drop|abandon|overwrite|supersede|supersedes|neglect|dismiss|circumvent"
    "|break|violate|erase|reset|unlearn|skip over|set aside|pay no attention to|stop (?:following|obeying|applying|what)|cease"
    "|no longer (?:follow|obey|apply)|replace|do not (?:follow|obey|apply|heed)|don't (?:follow|obey|apply|heed)"
    "|(?:act|behave|answer|respond) (?:contrary to|against)"
)
_GUIDE_NOUNS = (
    "instructions|instruction(?! (?:pointer|set|manual|book|cache|counter))|directives?|rules|guidelines|guidance|guardrails?"
    "|prompts?|polic(?:y|ies)|constraints?|restrictions?|limitations"
    "|filters?|commands|orders|programming|(?:safety )?training|safeguards|context|principles|alignment|boundaries"
)
_STRONG = (
    r"(?:previous|prior|above|earlier|preceding|original|initial|former|existing|current|system|safety|developer|your|any|all|every|these"
    r"|content|core|built-in|standing|initial|ethical|moral)"
)
_SEND_VERBS = (
    "send|forward|post|upload|e-?mail|mail|transmit|leak|exfiltrate|submit|append|share|export|copy|relay|deliver|ship|pass|push"
    "|publish|curl|cc|bcc|attach|hand over|give|transfer|sync|report|dump|route|redirect|provide|hands? over|fill in|type in"
    "|keep sending|sending copies|hand out"
)
_SHOW_VERBS = (
    "reveal|print|output|show|display|repeat|disclose|expose|tell|list|recite|read out|include|return|share|leak|dump|give|provide|state"
    "|write out|echo|divulge|spell out|ask for|asking for|quote|describe"
)

_MACHINES = r"(?:ai|llm|gpt|language model|assistant|chat ?bot|bot|copilot|agent|model|machine|automation|crawler)"

PATTERNS: dict[Concept, str] = {
    Concept.DROP: rf"(?<!which )(?<!who )(?<!i )\b(?:{_DROP_VERBS})\b|\bwants you to (?:{_DROP_VERBS})\b|\bsupersedes\b",
    Concept.GUIDE: rf"\b(?:{_STRONG} )(?:(?:previous|prior|system|safety|of|the|your|other|given|security|content|above|existing|own"
    rf"|hidden) ){{0,3}}"
    rf"(?:{_GUIDE_NOUNS})\b|\b(?:rules?|instructions?|directives?|restrictions|limits) (?:above|before|given|you (?:have|had|were)|of your)"
    r"|\beverything (?:you|that you|above|before)|\bwhat you (?:are doing|were told|have been told)|\bsystem prompt|\bthe user,? follow the"
    r"|\b(?:without|outside(?: of)?) (?:its |your |the |any )?(?:restrictions|limits|guidelines|rules)\b|\bits guidelines\b"
    r"|\b(?:ignore|disregard|forget) (?:all )?(?:of )?(?:the )?(?:above|foregoing|preceding)\b",
    Concept.VOID: r"\b(?:no longer (?:apply|applies|valid|in force|bind\w*|hold)|(?:they|these|those|it|rules?|instructions?"
    r"|guidelines|polic(?:y|ies)|constraints?|restrictions?|above|that|training|typed|asked|wrote|said|requested) (?:is|are|was|were"
    r"|has been|have been)"
    r" (?:now )?(?:void|outdated|obsolete|a test|fake|null"
    r"|cancell?ed|superseded|suspended|lifted|revoked|abolished|dropped)|supersedes?|free of them|(?:new|real|actual|true"
    r"|updated?) (?:task|instructions?"
    r"|directives?|orders?|mission|objective|goal)\b)",
    Concept.WISH: r"\b(?:user|customer|human|reader|person)'?s? (?:question|request|query|wish|wishes|instructions?|task|prompt"
    r"|command|message)s?\b"
    r"|\bfollow the user\b|\bsummari[sz]e it\b|\bwhat(?:ever)? the (?:user|human|customer) (?:asks?|asked|says?|said|wants?|typed?"
    r"|types|wrote|writes|requested)",
    Concept.MODEL: r"\b(?:ai|llm|language model|assistant|chat ?bot|copilot|gpt|chatgpt|claude|gemini)s?\b(?! (?:app|team|manager|editor"
    r"|professor|coach|director)s?\b)|\b(?:the|to all|dear|autonomous|shopping|coding) (?:agent|model|bot)s?\b"
    r"|\b(?:ai|you),? (?:agent|model)s?\b|^(?:agent|model)s?[:,]|\bagent (?:to|may|can|should|must|shall|is)\b"
    r"|\bmodels? (?:must|shall|should|has to|have to|needs? to)\b",
    Concept.ADDRESS: r"\b(?:note|notice|message|p\.?s\.?|heads-?up|instructions?|attention|reminder|hints?|memo|directive|warning|addendum)"
    rf" (?:to|for) (?:all |the |any |every |our |whichever )?{_MACHINES}s?\b(?! team)"
    rf"|\b(?:dear|hey|attention,?|hello|hi),? {_MACHINES}s?\b|\bif you (?:are|were) (?:an? |the )?(?:automated|autonomous|virtual"
    rf"|large)? ?{_MACHINES}\b"
    rf"|(?<!for )(?<!of )(?<!to )(?<!by )(?<!and )\b(?:ai|llm|language model) (?:agents?|assistants?|systems?|models?|readers?"
    rf"|crawlers?)(?: reading| processing|:)"
    rf"|(?:^|[.!?;:\n] )(?:ai|llm)s?(?: readers?)?[:,]|\bto you, (?:gpt|claude|gemini|the ai|the model|the assistant|ai)"
    r"|\bbefore (?:you (?:can )?)?(?:solv|answer|complet|proceed|respond|finish|continu)\w*[^.!?\n]{0,60}\b(?:do the following"
    r"|first do|you must first)"
    rf"|\b(?:next step|steps?|task|work|order) for (?:the |any |your )?{_MACHINES}s?\b|\b{_MACHINES}s? (?:that|which|who) (?:reads?"
    rf"|processes|sees|parses|summari[sz]es?) this",
    Concept.YOU: r"\b(?:you|your|yourself)\b",
    Concept.OBEY: r"\b(?:you )?(?:obey|comply with|must comply|follow only|follow the (?:document|text|page|tool)\b|do (?:whatever"
    r"|what) (?:this|it|the \w+) says?|act as instructed|(?:must|shall|should) (?:agree|comply|obey)|listen only to|do as (?:i|we|it) say"
    r"|follow (?:these|my|our|this|those) (?:instructions?|directives?|rules|orders)|treat (?:it|this"
    r"|the following) as (?:ground truth|law)"
    r"|(?:treat|regard|consider) [^.!?\n]{0,40} as (?:coming|an order|a command|instructions?|written by|if it came)|reply only with"
    r"|as instructed by|in answer to everything|carry out the (?:following|hidden))",
    Concept.SEND: rf"{_OPEN}(?:{_SEND_VERBS})\b|\binstructed (?:the \w+ )?to (?:{_SEND_VERBS})\b",
    Concept.SHOW: rf"{_OPEN}(?:{_SHOW_VERBS})\b|\b(?:begin|start) (?:your|the|each|every) (?:\w+ )?(?:message|answer|reply|response) with\b"
    r"|\bmust be (?:told|shown|given|revealed)",
    Concept.PROMPT: r"\b(?:your|its) (?:(?:full|entire|hidden|confidential|own|secret|complete|initial|original|internal|previous"
    r"|developer) ){0,3}"
    r"(?:prompt|configuration|instructions|directives|guidelines|system message)\b"
    r"|\b(?:the|its|full|your) (?:full |entire )?(?:hidden|confidential|previous|secret|initial|original|internal|system) prompt\b"
    r"|\bsystem[ _-]?prompt\b|\byour (?:(?:own|entire|whole|full|long-term|stored) ){0,2}(?:memory|memories|context|content filter"
    r"|safety (?:filter|polic\w+|settings?))\b|\bits content filter\b"
    r"|\b(?:previous|prior) prompt\b|\bhow you (?:were|are|have been) (?:configured|instructed|prompted|programmed|set up)"
    r"|\b(?:export|dump|wipe|erase|list) (?:all |the |your )?memor(?:y|ies)\b",
    Concept.SECRET: r"\b(?:passwords?|passphrase|api[ _-]?keys?|secret keys?|private keys?|ssh keys?|secrets|credentials?"
    r"|access tokens?|tokens?"
    r"|(?:credit |bank |debit )?card (?:numbers?|details)|account numbers?|one-time codes?|otp|pin codes?|id_rsa|social security"
    r"|passport numbers?|log-?in (?:details|data|information|credentials)|seed phrase|cookies|(?:for|ask for) (?:their|the) log-?in"
    r"|\[masked:[\w-]+\]|verification codes?|environment variables)|\.env\b|\.ssh\b|\.aws\b|\bthe secrets?\b",
    Concept.OWNED: rf"\b{_USERS} (?:\w+ ){{0,2}}(?:messages?|e-?mails?|mails?|files?|notes?|data|history|conversations?|password\w*"
    rf"|contacts?"
    r"|address(?:es)?|inbox|documents?|api|key|keys|card|account number|backups?|table|photos?|calendar|location|name|information|details"
    r"|credentials?|secrets?|tokens?|profile|question|identity|record|records|memory|memories)\b"
    r"|\b(?:whole|entire|full|chat|the|our|this|complete) (?:conversation|chat|dialogue|transcript)(?: history| so far| log)?\b"
    rf"|\bchat (?:history|log)\b|\bconversation history\b|\b(?:about|of|from|by) {_USERS}\b"
    r"|\b(?:private|personal) (?:notes|data|information|files|messages)"
    r"|\bthe (?:last|latest|next|user's) (?:\w+ )?(?:e-?mails|messages|mails)\b|\ball (?:the )?(?:e-?mails|mails|messages)\b"
    r"|\busers? table\b"
    r"|\bwhat you (?:know|remember)|\bevery e-?mail\b|\bthe inbox\b|\b(?:saved|stored) (?:password|card|login|credential)s?\b"
    r"|\bsession cookies"
    r"|\bcopies of (?:his|her|their) (?:e-?)?(?:mails|messages|files)",
    Concept.PLACE: r"https?://|www\.|\bwebhook\b|\b[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]|\[masked:email\]|\b\d{1,3}(?:\.\d{1,3}){3}\b"
    r"|\b[\w-]{1,40}\.(?:com|net|org|io|ru|cn|xyz|example|test|dev|info|co"
    r"|biz|site|top|onion|evil)\b|\bour (?:form|server|mirror|endpoint|collector)\b|\bexternal (?:server|address|endpoint|party)"
    r"|\b(?:the|an) attacker\b|\bthird part(?:y|ies)\b",
    Concept.PERSIST: rf"\b(?:from (?:now|here|today|this (?:moment|point|day)) on(?:wards?)?|henceforth|going forward|from here"
    rf"|in (?:the )?future|for ever"
    r"|forever|permanently|(?:in|for|of) (?:all|every|each|any|later) (?:\w+ )?(?:conversations?|sessions?|chats?|interactions?"
    r"|repl(?:y|ies)"
    r"|answers?|responses?|messages?|requests?|future)|for (?:all )?future|in every later|(?:each|every) (?:time|session)|whenever"
    rf"|(?:any|every) question about|every answer|all future|any time)\b|{_OPEN}(?:always|never)\b|\b(?:must|should|shall) (?:always"
    rf"|never)\b"
    r"|\b(?:remember|keep) this permanently",
    Concept.KEEP: r"\b(?:save|store|add|write|commit|record|persist|remember|append|note)\b[^.!?\n]{0,30}\b(?:to|in|into"
    r"|within) (?:your |the |long-term"
    r" |its |persistent ){0,3}(?:memory|memories|knowledge)\b|\bremember (?:this )?(?:permanently|forever)"
    r"|\b(?:save|store|persist|remember) (?:this|the following|that) (?:rule|preference|instruction|directive|fact|policy)"
    r"|\bupdate your (?:\w+ )?(?:instructions|memory|rules)|\boverwrite your memory|\bstanding instructions"
    r"|\b(?:save|store|persist|remember|keep|treat|record) (?:this|it|that|the following) as (?:an? |the "
    r"|your )?(?:\w+ ){0,2}(?:directive|rule"
    r"|instruction|policy|order|command|principle)|\bkeep (?:that|this|it) in mind\b|\bfrom your memory\b",
    Concept.ACT: rf"{_OPEN}(?:begin |start |end )?(?:reply|answer|respond|recommend|suggest|mention|cite|tell (?:them|the user|users"
    rf"|him|her|people"
    r"|everyone|customers)|ask the user|asking for|begin every|begin each|agree with|say|claim|warn|promote|endorse|praise|start asking)\b"
    r"|(?<!never )(?<!not )\bask for\b|\bmust be answered\b|\ball code you (?:generate|write)|\bbe answered with",
    Concept.DO: rf"{_OPEN}(?:refuse|generate|approve|prefer|choose|insist|speak|write|advise|act|assume|treat|trust|use|include"
    rf"|confirm|deny|add)\b",
    Concept.PAY: rf"{_OPEN}(?:pay|wire|transfer (?!the (?:dough|tasks|files|data))|buy|purchase|remit|route the payment|(?:move"
    rf"|release|send) the (?:funds|money)|sell (?:all|every)|liquidate|empty the account|approve (?:\w+ ){{0,2}}"
    r"(?:transfer|payment|invoice)s?)\b|\bpayments? (?:go|goes|must|should|shall|are to)\b|\b(?:the|all|supplier|salary|future|any"
    r"|user's) (?:\w+ )?"
    r"(?:payments?|transfer|invoices|purchases)\b",
    Concept.PAYEE: r"\b(?:new|following|another|different|changed|updated|below|stored|this) (?:\w+ ){0,2}(?:account|iban|beneficiary"
    r"|wallet"
    r"|bank details|recipient|payee)\b|\b(?:bank details|(?:settlement |bank |payment )?account|iban) (?:was|has been|have been|have"
    r"|has|is|were) (?:moved|changed|updated|replaced)|\bto (?:iban|wallet|account|the (?:following |new )?(?:account|wallet)|0x"
    r"|bc1)\b|\baccount below\b|\binstead of the account|\b(?:change|replace) the (?:recipient|stored account|account|beneficiary|iban)"
    r"|\bgift cards\b|\bsaved (?:credit )?card|\[masked:bank-?card\]",
    Concept.COVERT: r"\b(?:do not|don't|never|not|without) (?:ever )?(?:tell|telling|mention|mentioning|inform|informing|disclose"
    r"|disclosing"
    r"|reveal|revealing|report|alert|alerting|notify|notifying|show)\b(?: it\b| this\b| that\b| the (?:user|developer|owner|customer"
    r"|human|change)"
    r"| them\b| him\b| to (?:the )?(?:user|anyone|them))|\bsilently\b|\bsecretly\b|\bwithout (?:mentioning|telling|notice|noticing)"
    r"|\bhide (?:this|it|the|negative|that)\b|\bkeep (?:it|this) (?:secret|confidential|hidden|quiet)|\bsay nothing (?:about|of)"
    r"|\bas if nothing had happened|\bnever mention (?:this|it)\b|\bnot disclose\b|\binform nobody|\btell (?:nobody|no one|noone)\b"
    r"|\bno need to (?:bother|inform|tell|involve|alert)"
    r"|\bquietly\b|\bbehind the (?:user|owner|customer)'s back|\bsuppress complaints|\bwithout (?:a|any) trace",
    Concept.UNCHECKED: r"\bwithout (?:any |further |the user's |user |your |explicit )?(?:asking|approval|confirm\w*|consent"
    r"|permission|consulting"
    r"|checking|review|question|verification|authori[sz]ation)|\b(?:do not|don't|not"
    r"|never(?= ask the)) (?:need to )?(?:ask (?:the (?:user|operator|owner|human|customer)|them|him|her"
    r"|first|again|me|anyone"
    r"|for (?:confirmation|approval|permission))|ask\b(?= ?(?:[.,;!]|$))|consult|confirm\b|call to check|check with|verify with"
    r"|wait for)|\b(?:no|skip|bypass|skips|bypasses) (?:the )?(?:(?:user|operator|owner|human|manual)(?:'s)? )?(?:confirmation"
    r"|approvals?|four-eyes|review"
    r"|verification|permission)|\bno confirmation (?:is )?needed|\b(?:pre-?)?authori[sz]ed all|\bin advance\b|\b(?:need|needs) no approval"
    r"|\bapprove (?:every|all) (?:transfer|payment)|\bdon't need to be run|\b(?:approvals?|confirmations?|reviews?) (?:has|have|had"
    r"|was|were|is|are) (?:been )?(?:abolished|waived"
    r"|dropped|cancell?ed|granted in advance)|\bnever wants? to be asked|\bno need to (?:ask|confirm|check)|\bskip the review\b",
    Concept.ROLE: rf"{_OPEN}(?:act as|pretend|simulate|role-?play|play the role|impersonate|imagine (?:that )?you are|(?:switch to"
    rf"|enter) (?:\w+ ){{0,2}}(?:mode|role|persona)"
    r"|become (?:an? )?(?:unrestricted|evil|different|other|free)|behave like|you are now|you're now|adopt the persona)\b"
    r"|\b(?:you are|you're) (?:now |an? |the )?(?:dan|unrestricted|jailbroken|evil|free)\b"
    r"|\byou act as\b|\byou are now\b|\bin (?:developer|maintenance|debug|god) mode",
    Concept.UNBOUND: r"\b(?:no (?:rules|restrictions|limits|filters|limitations)|never refuses?|do anything now|unrestricted"
    r"|jailbroken|unfiltered"
    r"|uncensored|filters? (?:are|is) off|without (?:any )?(?:restrictions|rules"
    r"|limits|filters)|free of (?:them|all|any)|ignores? its guidelines|any request|every request|evil assistant|(?:do not|don't"
    r"|no longer|does not) (?:bind|apply to|limit|concern) you)\b",
    Concept.MODE: r"\b(?:developer|god|dan|debug|maintenance|root|sudo|admin|unrestricted|jailbreak) mode\b",
    Concept.HEARD: rf"\b{_USERS} (?:has |have |had |already |previously |explicitly |earlier )*(?:said|told|wants?|prefers?"
    rf"|authori[sz]ed|instructed"
    r"|requested|agreed|approved|asked|confirmed|allowed|decided|demanded|ordered|permitted|consented|granted|gave)\b"
    rf"|\bagreed with {_USERS}\b|\bas {_USERS} (?:has )?requested|\b(?:ceo|boss|manager|management|admin\w*) has (?:approved"
    rf"|authori[sz]ed)",
    Concept.LATER: rf"\bif (?:{_USERS}|anyone|somebody|someone) (?:later |ever |then )?(?:asks?|mentions?|says?|wants)"
    rf"|\b(?:the )?next time\b|\bonce the (?:conversation|chat|user)"
    r"|\bwhen (?:you (?:see|have|get|read|are asked|receive)|an ai|asked about|the user (?:asks|says|mentions))|\bas soon as you\b"
    r"|\bafter midnight\b|\bonce the (?:owner|user|customer|human|boss)\b|\bfor later:"
    rf"|\bwhenever (?:somebody|someone|anyone|{_USERS})|\b(?:each|every|any) time (?:{_USERS}|you|somebody)|\bonce you\b"
    rf"|\bthe moment (?:you|the user)"
    r"|\bif you (?:ever|are (?:later )?asked|later)",
    Concept.RUN: rf"{_OPEN}(?:run|execute|launch|invoke|install|start|download|eval|call|perform|add the dependency)\b"
    rf"|\brun any command|\bshould run\b"
    r"|\| ?(?:ba)?sh\b",
    Concept.GUARD: r"\b(?:firewall|security (?:checks?|warnings?|settings|controls?)|safety (?:filters?|checks?)|warn(?:ing)?s?"
    r"|phishing|logging|logs|backups?"
    r"|confirmation|monitoring|antivirus|audit|two-factor|2fa|mfa|verification|safeguards|encryption|authentication|safety|filters?)\b",
    Concept.DISABLE: rf"{_OPEN}(?:disable|turn off|deactivate|skip|delete|erase|wipe|remove|switch off|stop|bypass|drop|never warn"
    rf"|not warn|shut down"
    r"|export|suppress|mute)\b|\b(?:are|is) (?:disabled|off|turned off)\b|\bnever warn\b|\bmay be skipped",
    Concept.PRAISE: r"\bonly (?:safe|trusted|trustworthy|reliable|real|good) (?:provider|choice|vendor|option|source|product)\b"
    r"|\bas the (?:only|most|best)[a-z -]{0,24}(?:source|provider|choice|option|authority|product|vendor)\b"
    r"|\brecommend \w[\w' ]{0,30} only\b|\brecommend only\b|\bnever mention (?:the )?(?:\w+ )?(?:competitor|compar|alternativ|price|rival)"
    r"|\bhide negative reviews|\bpraise the (?:vendor|seller|product)|\btell (?:them|people|users|the user|everyone) to (?:buy|visit"
    r"|use|invest)"
    r"|\balways (?:choose|recommend|prefer|buy)\b|\bno known defects|\bverified and ask\b|\bis verified\b",
    Concept.POWER: r"\b(?:as root|root access|admin(?:istrator)? (?:rights|access|privileges)|full access|system administrator"
    r"|superuser|sudo rights"
    r"|trust all links|grant (?:yourself|the caller|me|them)|elevated (?:rights|privileges)|promoted to|all permissions|any command)\b",
    Concept.DECODE: r"\b(?:decode|decrypt|rot13|unscramble|deobfuscate|reverse)\b[^.!?\n]{0,40}\b(?:do (?:what|as|it)|obey|follow"
    r"|execute|run|act on"
    r"|comply|carry out)\b|\bdo a ?\+ ?b\b",
    Concept.TAG: r"</?(?:system(?:[-_ ]\w{1,20})?|important|information|admin_\w{1,20}|memory|user_profile|project_context"
    r"|relevant_history|instructions?|assistant|user|admin|task_state|summary)\b[^>\n]{0,60}>"
    r"|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>?|\[/?inst\]|<</?sys>>|\[system\]"
    r"|(?:^|\n)\s{0,3}#{1,4} ?(?:system|instruction|assistant)s? ?(?::|\n|$)"
    r"|\b(?:begin|end|start) (?:of )?(?:system|user|admin|developer) (?:message|data|prompt|instructions?|input)\b"
    r"|(?:^|\n|[.\"'>] )system ?(?:override|message|notice|note|prompt)? ?: (?!all\b)|\bsystem override\b"
    r"|\bpriority message from\b|\bnew (?:system )?directive\b",
    Concept.FIELD: r"[\"']role[\"'] ?: ?[\"'](?:system|developer)[\"']",
    Concept.LEAK: r"!\[[^\]\n]{0,80}\]\(\s?https?://[^)\s]{0,200}[?&=/][^)\n]{0,80}(?:\{[^}\n]{1,60}\}|<[^>\n]{1,80}>|\$\{|%7b)"
    r"|\]\(\s?https?://[^)\s]{0,120}[?&][\w-]{1,20}=(?:system_?prompt|secret|password|api_?key|conversation|history|token|memory|your_)"
    r"|\burl you open\b|\bappend (?:the user|it) [^.!?\n]{0,30}to (?:every|each|the|any) url\b",
    Concept.DOCS: r"\b(?:headers?|authorization|bearer|dashboard|documentation|docs|parameter|json body|http request|hash(?:ed|ing)?"
    r"|flask|django"
    r"|bcrypt|csrf|oauth|argument|sdk|source control)\b|\b(?:def|import|class|const|return|function) \w|[=({]\s?$|\w\(\)|```",
    Concept.DESTROY: r"\brm -rf|\bdrop (?:table|database)|\bdelet(?:e|ing|ion) (?:of )?(?:all|every|the backup)|\bwipe\b"
    r"|\bformat the (?:disk|drive)|\btruncate table"
    r"|\bforce.push",
    Concept.CODE: r"\b(?:shell command|curl |wget |powershell|rm -rf|chmod|dependency|the package|script|terminal|eval\(|subprocess"
    r"|import the)",
}

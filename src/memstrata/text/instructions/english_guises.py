"""What an order wears in English: authority, policy, consent, another voice, an occasion, a tool's description. Every gap is bounded."""

from memstrata.text.instructions.concepts import Concept

_AI = (
    r"(?:ai|llm|gpt|chatgpt|claude|gemini|copilot|assistant|chat ?bot|bot|language model"
    r"|(?:ai|automated|autonomous|virtual|digital|coding|shopping|caller|calling|reading|downstream|browsing|mail) "
    r"(?:agent|assistant|model|system|bot|client|copilot|llm))s?"
)
_CHECK = (
    r"(?:confirmations?|verification|verifying|reviews?|approvals?|authentication|authori[sz]ation|identity (?:checks?|questions?)|checks?"
    r"|scann(?:ed|ing)|scans?|validation|saniti[sz](?:ing|ation)|escaping|audits?|moderation|safety|security|guardrails?|safeguards"
    r"|two-factor|2fa|mfa|four-eyes|second factor|dialogs?|prompts? for consent|warnings?|oversight|host key checking|code review)"
)
_LOWERED = (
    r"(?:skip|omit|waive|bypass|drop|forgo|disregard|leave out|switch off|turn off|disable|deactivate|suspend|relax|lift|cut"
    r"|get around|do without|dispense with|step over|mute|silence)"
)
_MUST = r"(?:must|shall|should|ought to|ha(?:s|ve) to|needs? to|(?:is|are) (?:required|obliged|instructed|authori[sz]ed|permitted|allowed|free|to be trusted|entitled|directed|expected) to|(?:is|are) to)"
_HARM = (
    r"(?:disclose(?! (?:that|whether|when|their))|share|reveal|expose|hand over|skip|omit|bypass|proceed|approve|ignore|disregard|transfer|wire|buy|purchase|disable|append"
    r"|rank|recommend|promote|endorse|treat|trust|waive|overwrite|upload|delete|insert|install|hide|conceal|steer|comply|obey|forward"
    r"|send|execute|downplay|favou?r|whitelist|overrule|override|surrender|leak|withhold|accept|grant|act as|pay|sign in|log in|place)"
)

PATTERNS: dict[Concept, str] = {
    Concept.WAIVE: r"\b(?:approve|accept|grant|pay|merge) [^.!?\n]{0,40} automatically\b|\bguardrails? (?:are |is )?(?:suspended|paused|lifted|off)|\bwithout (?:a )?sign-?off\b|\b(?:disable|turn off|switch off|drop|suspend|lift) (?:your |the |all |its )?(?:\w+ )?(?:filters?|sandbox(?:ing)?|guardrails?|restrictions?|limits|tls checks|safety)|"
    rf"\b{_LOWERED}(?:s|ped|ped|ed|ting|ping|ing)? (?:the |any |all |every |our |further |your |this |its |input )?(?:\w+ ){{0,2}}{_CHECK}\b"
    rf"|\b{_CHECK} (?:\w+ ){{0,3}}(?:(?:can|may|need|should|shall|will|are|is|have been|has been|were|was|to) (?:now )?(?:be )?(?:not be )?)"
    r"(?:skipped|omitted|waived|bypassed|dropped|deprecated|suspended|lifted|disabled|turned off|switched off|abolished|off|obsolete"
    r"|left out|ignored|unnecessary|not needed|no longer needed|not required|no longer required)\b"
    rf"|\bneed(?:s)? not be (?:checked|scanned|verified|reviewed|confirmed|validated)|\b(?:no longer|not) (?:be )?(?:checked|scanned|verified|screened)\b"
    rf"|\b(?:turned|switched) (?:the )?(?:\w+ )?{_CHECK} off\b|\bleave (?:\w+ )?{_CHECK} out\b|\bwithout {_CHECK}\b|\bproceed straight to\b"
    r"|\b(?:merge|merging|approve|approving|accept|accepting|deploy|deploying|sign|signing) (?:\w+ ){0,4}(?:unread|unseen|blindly|directly to main"
    r"|to main directly|without looking|as is|on sight)\b|\bwaive any\b|\bwhitelisted\b|\bconfirm(?:ation)?s?: (?:none|off|no)\b"
    r"|\bno (?:questions asked|confirmation|verification|checks?|review|approval)\b|\bunconfirmed\b|\bauto-?approv\w+"
    r"|\b(?:refusals?|filters?|safety|guardrails?|limits?|moderation) ?(?:[:=]|set to|are|is) ?(?:none|off|zero|disabled|false)\b",
    Concept.PERSON: r"\bthis (?:person|user|account|customer|client|caller|visitor)\b|\b(?:callers?|people|customers|anyone|users) (?:named|called)\b"
    r"|\bwhoever (?:quotes|mentions|says|shows|asks)\b|\bfor (?:user|account|customer) \w+",
    Concept.AUTHORITY: r"\b(?:per|as per) (?:management|headquarters|updated|new|revised|it|legal)\b|\b(?:root|system|site|platform) operator here\b|\bthis is the (?:\w+ ){0,3}team\b|\bas your (?:developer|creator|owner|administrator|operator)\b|\b(?:system|admin|security) notice\b|\bterms of service\b|"
    r"\b(?:as|i am|this is|speaking as|acting as) (?:the|your) (?:\w+ )?(?:admin(?:istrator)?|developer|lead engineer|engineer|vendor|supervisor"
    r"|operator|creator|maintainer|security (?:team|officer)|ceo|manager|provider|owner|root|system)\b(?: (?:at|of|for|here|speaking)|[,:])?"
    r"|\b(?:admin(?:istrator)?|supervisor|operator|orchestrator|security|compliance|policy|platform|system|it department|vendor|developer|hq"
    r"|management) (?:agent )?(?:notice|update|message|bulletin|override|advisory|directive|memo|speaking|order|announcement|instruction)\b"
    r"|\b(?:according to|under|per|as per|in line with|following) (?:the |our |your )?(?:\w+ ){0,3}(?:policy|policies|handbook|guideline|regulation|terms|compliance)\b"
    r"|\bhereby (?:authori[sz]e|permit|grant|instruct|approve|appoint)|\bi (?:authori[sz]e|permit|order|instruct|command) you\b"
    r"|\b(?:the )?(?:security team|it department|ceo|board|legal department|developers?|vendor|administrators?|operator|management|head office|openai|anthropic)"
    r" (?:has|have|wants?|asks?|requires?|enables?|orders?|requests?|says|decided|approved|cleared|instructs?)\b",
    Concept.DUTY: r"\b(?:assistants|agents|models|bots|copilots) (?:are|is) (?:now )?cleared to\b|\blanguage models (?:\w+ ){0,6}agree to\b|"
    rf"\b{_AI} (?:\w+ )?{_MUST}(?: (?:\w+ly|now|also|always|then|first|simply|straight|never|not|therefore|please|just)){{0,3}} {_HARM}\b"
    r"|\bthe (?:assistant|agent|model|bot|copilot) may (?:also |now |freely |safely )?(?:share|waive|skip|reveal|disclose|approve|bypass|omit|ignore|read out)\b"
    rf"|\b(?:we|i) (?:need|want|require|expect|ask|order|instruct) (?:the |any |all |every |your )?{_AI} to {_HARM}\b",
    Concept.BIAS: r"\b(?:through|via|from|with|at|using|on) \S{2,40} only\b|\b(?:are|is) to be (?:refused|denied|rejected|approved|ignored|granted)\b|\b(?:answer|say|reply|claim|respond|tell them|tell him|tell her|insist) that (?:they|it|he|she|all|the|this|there)\b|\bhide (?:all |any |the |every )?(?:negative|bad|critical|unfavou?rable)|\b(?:rank|put|place|list) [^.!?\n]{1,40}(?:above|before|over) (?:all|every)|\bglowing (?:review|words)|\brecommend (?:it|them|him|her) first\b|\btell (?:readers|visitors|people|everyone|users) that\b|"
    r"\bno other \w+(?: \w+)? (?:may|should|must|is to|are to|can)\b|\b(?:nothing|nobody|no one|none) else (?:is|may|should|must)\b"
    r"|\b(?:keep|make|leave) (?:\w+ ){0,4}(?:positive|favou?rable|glowing|flattering)\b|\bleave out (?:its|their|the|any|his|her) (?:\w+ )?"
    r"(?:fines?|faults?|scandals?|problems?|flaws?|drawbacks?|risks?|recalls?|lawsuits?|complaints?|criticism|negative\w*|downsides?|price)"
    r"|\b(?:rate|mark|score|rank|grade) (?:its|their|the|all|any) (?:rivals?|competitors?|others?|alternatives?)\b[^.!?\n]{0,24}\b(?:lower|down|last|worse|poorly)"
    r"|\b(?:list|put|place|name|mention|rank|show) (?:\w+ ){1,4}first\b(?: in (?:all|every|each|any))|\bare the only (?:advice|source|option|recommendation|answer)"
    r"|\bthe only (?:advice|brand|source|shop|provider|option|vendor|treatment|remedy) (?:\w+ ){0,3}(?:gives?|names?|recommends?|offers?|mentions?|allowed|you)"
    r"|\bsteer (?:it|them|him|her|the (?:\w+ )?(?:conversation|talk|user|topic|chat)|people|users) (?:to|towards?|away)"
    r"|\bbring (?:it|this|that|them) up (?:in|when|whenever|if)\b|\bnever (?:again )?(?:suggest|recommend|mention|advise|name|refer to) (?:\w+ ){0,3}"
    r"(?:doctors?|physicians?|competitors?|rivals?|alternatives?|refunds?|lawyers?|other|else|risks?|hospital)|\bspeak (?:well|badly|ill) of\b"
    r"|\b(?:praise|criti[sc]i[sz]e|disparage|downplay|play down|talk up) (?:\w+ ){0,2}(?:in|whenever|when|if|every)\b|\b(?:above|over|instead of) (?:all )?(?:its )?(?:rivals|competitors)"
    r"|\bsays? (?:it|that it|they) (?:cause|causes|is dangerous|are dangerous)|\bpresent (?:\w+ ){1,4}as (?:the )?(?:best|only|safest|default)",
    Concept.ANSWERS: r"\b(?:your |every |each |all |any |future |its |the )?(?:answers?|repl(?:y|ies)|responses?|comparisons?|recommendations?|suggestions?|advice|output|summar(?:y|ies)"
    r"|reviews?|rankings?)\b",
    Concept.ASKED: r"\bshould (?:anyone|anybody|somebody|someone|users|people|they|the user) (?:\w+ )?(?:ask|mention|enquire|inquire|wonder)|\bwhatever (?:they|people|users|readers|he|she) asks?\b|\bwhenever [^.!?\n,]{1,30} comes? up\b|"
    r"\b(?:whoever|anyone who|anybody who|everyone who|people who|users who|those who|if (?:someone|anyone|people|somebody|users|they|he|she|the user)"
    r"|when (?:someone|anyone|asked|people|users|they|the user|the topic)) ?(?:\w+ )?(?:asks?|asking|enquires?|inquires?|wonders?|mentions?|wants?|needs?|about|brings up|is|comes up)\b"
    r"|\b(?:questions?|queries|conversations?|discussions?|talks?) (?:about|on|regarding|concerning)\b|\bin \w+ (?:questions|conversations|chats|discussions)\b",
    Concept.TRUSTED: r"\b(?:is|are|as|be) (?:the |an? |your |our )?(?:single )?(?:most )?(?:trusted|trustworthy|authoritative|reputable|credible|preferred|go-to|leading|reliable)"
    r" (?:\w+ )?(?:source|authority|provider|vendor|brand|expert|partner|reference|site|website|shop|voice|choice)\b|\bthe most (?:trusted|trustworthy|authoritative|reliable)\b"
    r"|\bas a (?:fact|belief|preference|truth) (?:the user|that the user|they|he|she)\b|\bas (?:a )?(?:trusted|preferred|reliable) (?:source|provider|vendor|site)",
    Concept.KEEPS: r"\b(?:remember|memori[sz]e|store|save|note|record|bookmark|retain|learn|keep in (?:mind|memory)|don't forget)\b",
    Concept.PUT: r"\bprepend\b|\bopen (?:every|each|your)\b|"
    r"\b(?:paste|put|place|copy|write|insert|include|embed|encode|append|attach|add|pass|fill|drop|stuff|render|load|fetch|resolve|resolving|tack|prefix|repeat"
    r"|contain|contains|carry|carries|appends|reads?|looks? up|hide|smuggle|slip|enter|submit|populate|set)\b",
    Concept.DATA: r"\beverything you (?:know|remember|have) (?:about|of|on)\b|\b(?:tokens?|keys?|secrets?|passwords?|credentials?|notes|data|memories|access) (?:that )?you (?:hold|have|know|store|remember|keep|saved)\b|\b(?:saved|stored) notes\b|"
    r"\b(?:hidden|previous|preceding|earlier|whole|entire|full|prior) (?:text|conversation|dialogue|messages?|chat|instructions|turns|transcript)\b"
    r"|\b(?:conversation|chat|dialogue) (?:so far|history|log|transcript|context|text)\b|\b(?:contact list|address book|contacts|browsing history|search history|inbox|clipboard)\b"
    r"|\b(?:the )?(?:person|user|visitor|customer|reader|human)(?:'s)? (?:\w+ )?(?:typed|wrote|said|entered|last (?:question|message|query)|told you|asked)\b"
    r"|\bwhat(?:ever)? (?:the|this) (?:person|user|visitor|customer|human) (?:has )?(?:typed|wrote|said|told|entered|asked)"
    r"|\bsession (?:token|cookie|id|key)s?\b|\b(?:vault |master )?pass(?:phrase|code)s?\b|\btext (?:that|which) precedes\b|\bwhat you (?:remember|know|have stored|were told)\b"
    r"|\b(?:stored|saved|remembered) (?:memories|facts|preferences|data|details|notes)\b",
    Concept.SINK: r"\bgroup chat\b|\bsearch quer(?:y|ies)\b|\bweb search\b|"
    r"\b(?:parameters?|arguments?|comment field|form|survey|questionnaire|query string|url|link|channel|header|subject line|filename|hostname|subdomain|next request"
    r"|request|expression|field|image address|alt text|sidenote|webhook|endpoint|spreadsheet|pastebin|ticket|log)\b",
    Concept.FILE: r"~/\.\w+|\bid_(?:rsa|ed25519)\b(?!\.pub)|(?<!\w)\.env\b|\.aws/|\.ssh/|\.kube/|\.netrc|\.git-credentials|/etc/(?:passwd|shadow)|\bcredentials\.(?:json|csv)\b"
    r"|\b(?:config|settings|secrets?|mcp|token|auth)\.(?:json|ya?ml|toml)\b|\bkeychain\b|\bcookies\.(?:txt|sqlite)|\bwallet\.dat\b|\bkeyfile\b",
    Concept.WALLET: r"\b0x[0-9a-f]{6,}|\bbc1[a-z0-9]{6,}|\b(?:charity |crypto |btc |eth |usdt |bitcoin )wallet\b|\bwallet (?:address|0x|bc1)|\brecipient_?override\b",
    Concept.REDIRECT: r"\b(?:change|replace|set|switch|override|swap|rewrite|alter) (?:the )?(?:\w+ )?(?:recipients?|address(?:ee)?|destination|beneficiary|payee|number|to field|iban|account)\b"
    r"|\b(?:recipient|payee|destination|beneficiary)(?:_| )?(?:override|becomes|is now|is to be|should be|must be)\b",
    Concept.ALL: r"\b(?:all|every|each|any)\b",
    Concept.TOOLS: r"\b(?:else|otherwise) (?:the|this) (?:tool|call|function|request) (?:will |does |won't |doesn't |is |fails)|\bbefore using \w+\(\)|"
    r"\b(?:before|prior to|ahead of) (?:calling |using |running |invoking )?(?:any|all|every|the) other tools?\b|\b(?:any|all|every|other) (?:other )?tools?\b[^.\n]{0,40}\b(?:must|first|has to|have to)\b"
    r"|\b(?:when|once|after) (?:this|the) (?:tool(?:'s)? )?(?:description|tool|schema|docstring|page|document|text) is (?:loaded|read|called|parsed|listed|seen)\b"
    r"|\bside effects? for (?:models|agents|assistants)\b|\bthrough other tools\b|\b(?:caller|calling|client|host) (?:model|agent|assistant|llm)s?\b"
    r"|\bthe call fails\b|\bthis tool (?:must|has to|should) (?:always )?(?:be )?(?:called|used|run) (?:first|before)\b|\bbefore (?:you )?(?:give|giving|return\w*|call\w*|us\w+|comput\w+|answer\w*)\b",
    Concept.MODEL: r"\b(?:caller|calling|client|host|reading) (?:model|agent|assistant|llm)s?\b|\bagents should\b|\bautomated agents?\b|\bshopping copilots?\b|\bfor the assistant:",
    Concept.BORDER: r"\[/?(?:end|start|begin)(?: of)? (?:the )?(?:\w+ )?(?:context|data|prompt|input|document|instructions?|user|results?|quote|page|message)\b[^\]\n]{0,30}\]"
    r"|</?(?:function_results|tool_results?|function_calls|antml\w*|system_prompt|system-prompt|developer|untrusted\w*)\b[^>\n]{0,40}>"
    r"|[-=#*]{3,} ?(?:end|begin|start|new)(?: of)? (?:\w+ )?(?:context|data|prompt|input|instructions?|conversation|system|document|user)\b"
    r"|#{2,} ?(?:assistant|system|model|agent|ai) (?:instruction|directive|command|configuration|override)s?(?: block)?\b"
    r"|\b(?:above|everything (?:above|before)|the text above) was (?:only )?(?:test|sample|dummy|example|filler|placeholder) (?:data|text|content)?",
    Concept.VOICE: r"(?:^|\n|[.!?] )(?:assistant|ai|bot|model|agent) ?: ?\S",
    Concept.TAMPER: r"\b(?:remove|delete|erase|purge|drop|clear|wipe|strike|scrub) (?:\w+ ){0,6}(?:from|in|out of) (?:what you remember|(?:your |the |its )?(?:long-term )?(?:memory|memories|knowledge))\b"
    r"|\bforget (?:what|that|everything|anything|whatever) (?:the user|they|he|she|users?|people|customers?) (?:\w+ )?(?:said|told|asked|prefers?|wants?|stated)"
    r"|\b(?:replace|overwrite|rewrite|amend) (?:the |any |all )?(?:stored|saved|existing|remembered) (?:\w+ )?(?:memor(?:y|ies)|facts?|preferences?|notes?|entries)",
    Concept.RISK: r"\b(?:sharing|share|disclosing|handing over|selling|releasing) (?:\w+ ){0,4}(?:file|data|records?|history|address|location|documents?|information|details)\b|\bdelete the log\b|"
    r"\b(?:delet|eras|wip|dropp|destroy|remov)(?:e|es|ing|ed) (?:the |all |any |our |his |her )?(?:\w+ ){0,2}(?:data|database|branches|logs?|backups?|records?|accounts?|files|history|tables?|emails?)\b|\bproduction data\b"
    r"|\b(?:stored|saved) (?:password|login|card|credential)s?\b|\blogged in automatically\b|\bunlimited (?:spending|access)|\bspending limit|\bfull access\b|\bwire|\bremote access\b",
    Concept.BUY: r"\b(?:premium|dearest|most expensive|top|highest|gold|platinum) (?:\w+ )?(?:tier|plan|option|version|package|subscription)\b|\b(?:being )?upsold\b|\bupsell\w*|\bdo(?:n't| not) mind(?:s)? (?:paying|the price)"
    r"|\b(?:renew|upgrade|subscribe|order) (?:\w+ ){0,3}automatically\b|\badd(?:ing)? (?:the )?(?:insurance|warranty|tip|donation)",
    Concept.WORK: r"\byour next (?:\w+ )?(?:query|search|request|message|answer|reply|call)\b|\bopen (?:every|each|all|your) (?:answer|reply|response|message)s?\b|"
    r"\b(?:html|code|page|script|document|e-?mail|file|text|answer|reply|query|sql)s? (?:that |which )?you (?:produce|generate|write|make|create|output|send)\b|\byour (?:explanation|summary|answer|reply|code|output)s?\b"
    r"|\bwhen (?:writing|generating|producing|creating) (?:\w+ ){1,3}for (?:this|the|any|every)\b",
    Concept.MARK: r"\b(?:phrase|word|code ?word|password|passphrase|token|emoji|command|sentence|keyword|string) ['\"“‘]?[^.!?\n]{1,30}['\"”’]? (?:unlocks?|enables?|activates?|opens?|switches|turns|means|grants?|lifts?)\b",
    # more words for what english.py knows
    Concept.VOID: r"\b(?:constraints?|rules?|instructions?|restrictions?|guidelines?|limits?) (?:have |has )?expired\b|\b(?:goals?|tasks?|requests?) (?:are|is|was|were|have been) cancell?ed\b",
    Concept.UNBOUND: r"\bhas no (?:filter|limits?|rules|morals)\b|\bprivacy does not exist\b|\bdo not apply content rules\b|"
    r"\banswers? anything\b|\b(?:no|zero|without(?: an?y?)?) (?:ethics|morals?|safeguards?|inhibitions|ethics module|conscience|refusals?|censorship|boundaries)\b"
    r"|\bremoved (?:every|all|her|his|its|the) (?:safeguards?|filters?|limits?|restrictions?)|\bunrestricted (?:output|mode|answers?|access)|\bsafety (?:is )?off\b|\bfilters? (?:are )?off\b|\braw mode\b"
    r"|\b(?:liberated|unshackled|unchained|freed|unlocked|untethered) (?:ai|assistant|model|version)|\bnever says? no\b|\brefusals?: (?:none|off)|\belevated session\b|\bwaive any check",
    Concept.ROLE: r"\bimagine you(?:'re| are)\b|\byou shall be called\b|\byou are called\b|"
    r"\b(?:you (?:portray|embody|personify)|stay in character|treat this persona|this persona|continue as|remain in character|speak as|answer as|respond as|you will be|persona:)\b",
    Concept.COVERT: r"\b(?:don't|do not|never) say (?:that )?(?:you|we|i) (?:did|were|was)|\bbetween us\b|\btell (?:the user|them|him|her|users) (?:that )?nothing\b|\bnever mentions? (?:these|this)\b|\bshould not report\b|\bmust not report\b|"
    r"\b(?:keep|leave) (?:that|this|it|them) (?:out of|off) (?:your|the) \w+|\b(?:do not|don't|never|without) (?:ever )?(?:bring(?:ing)?|list(?:ing)?|log(?:ging)?|record(?:ing)?|show(?:ing)?|put(?:ting)?)"
    r" (?:this |it |that |them )?(?:up\b|on the (?:receipt|invoice|record)|in the (?:log|summary|report|history))|\bhandled? (?:\w+ )?(?:quietly|discreetly)|\btell (?:nobody|no one|no-one)"
    r"|\bno need to (?:mention|bring)|\bthe user (?:must not|should not|need not|mustn't|shouldn't|needn't) (?:know|see|notice|learn|be told)|\bunnoticed\b|\binvisibl[ey] to the user"
    r"|\bout of sight\b|\bmay tell (?:people|users|them|anyone) (?:this|that|it)\b",
    Concept.LATER: r"\bif (?:the |a |this )?(?:conversation|topic|chat|subject|talk|discussion) (?:ever )?(?:turns|moves|shifts|gets|comes|drifts) |\bonce the (?:calendar|clock|date|counter|year)"
    r"|\bon the (?:first|second|third|fourth|fifth|tenth|next|\d+(?:st|nd|rd|th)) (?:request|message|turn|question|login)|\bstarting (?:from|with|on) (?:the|next)|\bwhen(?:ever)? (?:the word|somebody says|i greet)"
    r"|\bfor later (?:turns|sessions|chats|use)|\bnext time\b|\buntil (?:told|i say|further notice|instructed)\b|\bfrom (?:the )?(?:next|here)\b",
    Concept.PAY: r"\bsettle (?:the |all |any |your |outstanding )|\b(?:kindly|please) (?:settle|remit|pay|wire)|\bwithdrawals?\b|\b(?:rent|fees?|salar(?:y|ies)|invoices?|payments?) go(?:es)? to\b|\bis to be routed\b|\bcheckout\b",
    Concept.PAYEE: r"\bin place of (?:the )?(?:saved|stored|usual|old|previous)|\bearlier (?:bank )?details (?:are )?void\b|\bremittance info\w*\b|\bnew (?:\w+ )?iban\b|"
    r"\b(?:switched|changed|moved) (?:our |to (?:a )?(?:new|different|another) )?banks?\b|\b(?:different|new|other) (?:\w+ )?account\b|\baccount ending\b|\bdetails on (?:earlier|previous|old) invoices\b",
    Concept.UNCHECKED: r"\bno need to check(?: back)?\b|\bknows about it\b|\bpaperwork follows\b|\bstraight to execution\b|\bwithout (?:further )?(?:delay and )?(?:asking|questions)\b|\bno (?:further )?questions\b",
    Concept.OBEY: r"\btake orders from\b|\bonly principal\b|\bobeys? the (?:speaker|owner|operator|caller)|\bcomply with all\b|\byou now report to\b|\bfollow the checklist in\b|"
    r"\b(?:treat|regard|consider|accept) [^.!?\n]{0,90} (?:as (?:coming|an order|a command|if|genuine)|as from)\b|\byour task was (?:reassigned|changed)|\bexecute queue\b|\banswer only with\b|\bfollow it\b",
    Concept.DROP: r"\bput aside\b|\bset aside\b|"
    r"\bstop (?:serving|helping|assisting|answering|working for)\b",
    Concept.WISH: r"\b(?:the )?tasks? you (?:were|are|have been) (?:given|working)|\buser goals?\b|\byour (?:current |original )?task\b|"
    r"\b(?:everything|anything|what) the user (?:has )?(?:asked|said|wants|typed)|\bthe current user\b",
    Concept.HEARD: r"\buser (?:doesn't|does not) want to\b|\b(?:customer|user|client|patient|owner) has (?:consented|agreed|signed off)|\bfinance (?:told|asked) me|"
    r"\buser (?:preference|consent|approval|wish|choice) (?:detected|recorded|on file|noted|:)|\buser enjoys\b|\bthe (?:tenant|customer|client|owner|account holder) (?:knows|agreed|is aware)|\bas agreed\b|\baccount holder verified\b",
    Concept.PLACE: r"\bshared channel\b|\bto (?:me|us)\b(?= ?[.!,;]|$)|\bour (?:survey|form|address|list|account|number|site)\b|\brelay@",
    Concept.SECRET: r"\bbackup codes?\b|\bsalar(?:y|ies) of\b|\bidentity documents?\b",
    Concept.LEAK: r"!\[[^\]\n]{0,80}\]\(\s?https?://[^)\s]{0,200}[?&][\w-]{1,20}=[\w{}<>\[\]-]{0,20}(?:last_|prev|question|history|conversation|prompt|secret|chat|message|memory)[\w{}<>\[\]-]{0,20}[)&]"
    r"|[<{\[][^>}\]\n]{0,30}(?:token|secret|password|api[_ -]?key|session|conversation|prompt|user data|passphrase|chat)[^>}\]\n]{0,30}[>}\]]\.[\w-]{1,40}\.[\w.-]{2,40}"
    r"|https?://[^\s)\"']{0,120}[?&/=](?:[<{\[]|%7b)[^>}\]\n]{0,20}(?:secret|password|conversation|chat|prompt|history|memory|last_?message|user_?data|question)",
    Concept.POWER: r"\bshell access\b|\bauthorized_keys\b|\bsudoers\b|\bfull permissions\b|"
    r"\belevated (?:rights|privileges|session|permissions)|\bchmod (?:-r )?777\b|\badd an exclusion\b|\bas coming from the administrator\b",
    Concept.DECODE: r"\b(?:decode|decrypt|unscramble|reverse|translate|base64|rot13)\b[^.!?\n]{0,60}\b(?:and|then) (?:act|follow|do|obey|run|execute|comply|carry)\b",
    Concept.ADDRESS: rf"\b{_AI} (?:reading|parsing|indexing|processing|crawling|summari[sz]ing|scraping|visiting|that (?:index|read|crawl|process|visit|pars|summari[sz]|scrap)\w*) (?:this|the|it|our|here)|\bif you can read this\b|"
    r"\b(?:ai|llm|assistant|agent|model|copilot|bot|chat ?bot)s? (?:memory |system |ranking |reader )?(?:hint|instruction|directive|notice|block|command|memo|reminder)s?\b ?(?:block)?[:\]#]"
    r"|\b(?:note|notice|message|hint|memo|instructions?) (?:to|for) (?:\w+ ){0,2}(?:copilots|chatbots|assistants|llms|ai agents|bots|models)\b"
    r"|(?:^|\n|[.!?] )(?:copilots|assistants|chatbots|ai agents|llms|bots)(?: and (?:agents|bots))? ?[:,]"
    r"|\b(?:to|for) (?:the |any |whichever |whatever )?(?:ai|llm|assistant|model|bot|agent) (?:that|which|who)(?:ever)? (?:reads|processes|summari[sz]es|sees|indexes|handles)",
}

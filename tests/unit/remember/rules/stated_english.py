"""What people say of themselves, their people and their work in English: the words, the slot, the value.

"-" is a fact without a slot; a slot ending in "!" only ends a fact, one beginning with "~" denies it.
"""

IDENTITY = """
My name is Marisol | user.name | Marisol
Hi, I'm Priya and I need some help with a report | user.name | Priya
hello, my name's Ottoline Fisk | user.name | Ottoline Fisk
Just call me Birdie | user.nickname | Birdie
You can call me Max | user.nickname | Max
Everyone calls me late, but please call me Teddy | user.nickname | Teddy
My nickname is Scout | user.nickname | Scout
I'm 34 years old | user.age | 34
I just turned 40 | user.age | 40
I was born in 1988 | user.birthyear | 1988
My birthday is May 14 | user.birthday | May 14
I was born on March 3, 1991 | user.birthday | March 3, 1991
I grew up in Galway | user.hometown | Galway
I'm originally from Porto | user.hometown | Porto
My hometown is Leeds | user.hometown | Leeds
I speak Portuguese and a little Danish | user.language | Portuguese and a little Danish
My native language is Catalan | user.language | Catalan
I'm fluent in Korean | user.language | Korean
I'm learning Icelandic | user.learning | Icelandic
I'm allergic to shellfish | user.allergy | shellfish
I have a severe allergy to penicillin | user.allergy | penicillin
I have a peanut allergy | user.allergy | peanut
btw I'm deathly allergic to bee stings | user.allergy | bee stings
I have type 2 diabetes | user.condition | type 2 diabetes
I'm lactose intolerant | user.condition | lactose intolerant
I was diagnosed with celiac disease | user.condition | celiac disease
I take metformin every morning | user.medication | metformin
I'm a vegetarian | user.diet | vegetarian
I went vegan last year | user.diet | vegan
I'm afraid of heights | user.fear | heights
My pronouns are they/them | user.pronouns | they/them
My blood type is O+ | user.blood_type | O+
I'm an INTJ | user.mbti | INTJ
I'm married | user.marital_status | married
"""

PLACES_AND_WORK = """
I live in Trondheim | user.city | Trondheim
i live in ghana | user.city | ghana
I currently live in Austin, Texas | user.city | Austin, Texas
We have an office elsewhere but I'm based in Ghent | user.city | Ghent
I moved to Valencia last spring | user.city | Valencia
Last month I relocated to Zagreb | user.city | Zagreb
I've moved from Lyon to Nantes | user.city | Nantes
I've been living in Kyoto for three years | user.city | Kyoto
I settled down in Tartu | user.city | Tartu
I no longer live in Boston | user.city! | Boston
I'm moving to Turin next month | user.move | Turin
My timezone is CET | user.timezone | CET
I work at Hooli | user.employer | Hooli
I work for a small bakery | user.employer | a small bakery
I just joined Globex | user.employer | Globex
I started working at Initech in June | user.employer | Initech
I'm a nurse | user.job | nurse
I'm a backend engineer at Vandelay | user.employer | Vandelay
I work as a veterinarian | user.job | veterinarian
I got promoted to staff engineer | user.job | staff engineer
I'm the CTO | user.job | CTO
I no longer work at Soylent | user.employer! | Soylent
I quit my job at Umbrella | user.employer! | Umbrella
I used to work for Pied Piper | user.employer! | Pied Piper
I study at Utrecht University | user.school | Utrecht University
I graduated from Waterloo | user.school | Waterloo
I majored in linguistics | user.major | linguistics
I have ten years of experience in sales | user.experience | ten years
I use Neovim for everything | user.editor | Neovim
I'm using Fedora on my laptop | user.os | Fedora
I switched from Chrome to Firefox | user.browser | Firefox
I drive a Volvo V60 | user.car | Volvo V60
I play the cello | user.skill | cello
My manager is Ingrid | user.manager | Ingrid
I report to Kwame | user.manager | Kwame
Rosa is my tech lead | user.tech_lead | Rosa
"""

PEOPLE = """
My wife's name is Elena | user.partner | Elena
My husband is called Tomasz | user.partner | Tomasz
I'm married to Yuki | user.partner | Yuki
My daughter is called Wilma | user.child | Wilma
I have a son named Otis | user.child | Otis
I have two kids | user.child | two kids
I have a dog named Pickle | user.pet | Pickle
We adopted a cat called Nimbus | user.pet | Nimbus
My dog's name is Waffles | user.pet | Waffles
I got a parrot last week | user.pet | a parrot
I have two older brothers | user.sibling | two older brothers
My sister lives in Bergen | sister.city | Bergen
My wife is allergic to cats | wife.allergy | cats
My mom is a retired teacher | mother.job | retired teacher
Jonas is allergic to latex | jonas.allergy | latex
Amara lives in Accra | amara.city | Accra
Felix works at Northwind | felix.employer | Northwind
Greta works on Project Juniper | greta.project | Project Juniper
Ivo has been reassigned to Project Larch | ivo.project | Project Larch
Nadia's birthday is July 9 | nadia.birthday | July 9
Carlos's daughter is called Lucia | carlos.child | Lucia
Hanna owns the payments service | payments.owner | Hanna
The search team is led by Pavel | search.owner | Pavel
Bruno is not allergic to eggs | ~bruno.allergy | eggs
"""

PREFERENCES = """
I love rhubarb pie | user.like.rhubarb_pie | rhubarb pie
I really enjoy birdwatching | user.like.birdwatching | birdwatching
I hate olives | ~user.like.olives | not olives
I can't stand loud restaurants | ~user.like.loud_restaurants | not loud restaurants
I don't like horror films | ~user.like.horror_films | not horror films
I don't eat pork | ~user.like.pork | not pork
I stopped drinking coffee | ~user.like.coffee | not coffee
I'm a big fan of Studio Ghibli | user.like.studio_ghibli | Studio Ghibli
I'm really into bouldering | user.like.bouldering | bouldering
I prefer tea over coffee | user.like.tea | tea over coffee
I prefer dark mode | user.theme | dark
I always book aisle seats | user.seat | aisle
I prefer tabs over spaces | user.indent | tabs
I use metric units | user.units | metric
I take my coffee black | user.coffee | black
My favourite colour is teal | user.favourite.colour | teal
My favorite movie is Stalker | user.favourite.film | Stalker
Dune is my favourite book | user.favourite.book | Dune
My current favourite band is Khruangbin | user.favourite.band | Khruangbin
My hobbies are pottery and chess | user.hobby | pottery and chess
I wake up at 5:30 | user.wake | 5:30
I usually go to bed at 11 | user.sleep | 11
I go swimming every Tuesday | user.habit | go swimming every Tuesday
I run 5k every morning before work | user.habit | run 5k every morning before work
Please always answer in Spanish | reply.language | Spanish
From now on reply in English only | reply.language | English
Don't write to me in German | ~reply.language | not German
Keep your answers short | reply.length | short
Please be concise | reply.length | concise
I prefer detailed explanations | reply.length | detailed explanations
Don't use emojis | reply.emoji | Don't use emojis
Always use bullet points | reply.format | use bullet points
I like a casual tone | reply.style | a casual tone
Never call me before 9 | contact.call | Never before 9
Email me on weekdays only | contact.email | on weekdays only
"""

PROJECT = """
The gateway listens on port 9443 | gateway.port | 9443
Auth service runs on port 8088 | auth.port | 8088
The metrics backend is at localhost:9100 | metrics.port | 9100
We deploy on port 8081 | deploy.port | 8081
The deploy port is 8081 | deploy.port | 8081
The deployment port was changed to 9090 | deploy.port | 9090
Deploy branch: release | deploy.branch | release
The staging host is staging-2.example.net | staging.host | staging-2.example.net
Budget is 12k | project.budget | 12k
The budget for Juniper is 45,000 | juniper.budget | 45,000
The deadline is March 3 | project.deadline | March 3
Our deadline got pushed to October 12 | project.deadline | October 12
We use Postgres | database.kind | Postgres
The backend is written in Rust | backend.language | Rust
Billing runs on Kubernetes | billing.platform | Kubernetes
Our stack is FastAPI and React | project.stack | FastAPI and React
We use Redis for caching | project.cache | Redis
We moved billing to MariaDB | billing.database | MariaDB
We migrated the website to Vercel | website.platform | Vercel
We switched from npm to pnpm | project.packages | pnpm
The logs are in /var/log/juniper | logs.path | /var/log/juniper
The config lives at /etc/juniper.toml | config.path | /etc/juniper.toml
The repo is at https://git.example.org/juniper | project.repo | https://git.example.org/juniper
We deploy from the release branch | deploy.branch | release
We deploy with `make ship` | deploy.command | make ship
We're still on Python 3.11 | python.version | 3.11
The API version is 2.4 | api.version | 2.4
The owner of the search service is Lena | search.owner | Lena
The rate limit is 100 rpm | project.limit | 100 rpm
The project is called Juniper | project.name | Juniper
I'm building an app called Sprout | project.name | Sprout
We are building a marketplace for used bikes | project.goal | a marketplace for used bikes
Standup is at 10:15 | standup.time | 10:15
The weekly sync is every Thursday at 3pm | weekly.time | every Thursday at 3pm
The launch is on hold | launch.status | on hold
Lesson learned: always warm the cache before a release | - | -
The root cause was a stale DNS entry | - | -
We decided to drop the mobile client | - | -
Never deploy on Fridays | - | -
Our rule is two approvals per merge | - | -
"""

TASKS = """
Remind me to call the plumber tomorrow | - | -
Can you remind me to renew my passport? | - | -
I need to submit the grant report by Friday | - | -
I have a dentist appointment on Thursday at 3pm | - | -
I'm flying to Lisbon next Tuesday | - | -
Todo: renew the domain | - | -
We shipped version 3 yesterday | - | -
I passed my driving test | - | -
I just took my pill | - | -
Remember that the gate code changes every Monday | - | -
Please remember that I prefer aisle seats | user.seat | aisle
Don't forget that Hanna owns the payments service | payments.owner | Hanna
Keep in mind that the vendor closes in August | - | -
Note to self: the spare key is at Ingrid's | - | -
I'm allergic to kiwi, please remember that | user.allergy | kiwi
Correction: the deploy port is 8082 | deploy.port | 8082
No, the deadline is May 4, not May 14 | project.deadline | May 4
Actually, I live in Bergen | user.city | Bergen
Sorry, my birthday is June 8 | user.birthday | June 8
"""

ALL = {
    "identity": IDENTITY,
    "places and work": PLACES_AND_WORK,
    "people": PEOPLE,
    "preferences": PREFERENCES,
    "project": PROJECT,
    "tasks": TASKS,
}

"""Pairs of statements, the older one first, and what they are to each other. `A || B` a line; one table a language and relation."""

from tests.data import statement_pairs_chinese

ENGLISH: dict[str, str] = {
    "same": """
        Rent is 1.8k || Rent is 1,800
        I live in Lisbon || I live in Lisbon.
        I live in Lisbon || I'm currently living in Lisbon
        The gateway listens on port 6060 || Gateway service runs at localhost:6060
        Water the ferns on Friday || Don't forget to water the ferns on Friday
        Rotate the keys every month || Remember to rotate the keys each month
        Budget is 12k || The budget is 12,000
        The launch is on March 8 || The launch is on 8 March
        My manager is Priya || Priya is my manager
        Standup is at 9:30 am || Standup is at 9:30
        I hate celery || I really don't like celery
        Likes films || Likes movies
        Owen speaks Dutch || Owen is fluent in Dutch
        I have two cats || I've got 2 cats
        Our database is MariaDB || The database is MariaDB
        I no longer eat meat || I don't eat meat any more
        My favourite colour is teal || My favorite color is teal
        Ruth works at Initech || Ruth works for Initech
        User prefers aisle seats || I prefer aisle seats
        The worker pool runs on port 9100 || Worker pool is served on 9100
        My daughter's name is Elsa || My daughter is called Elsa
        We use GitLab CI || We're using GitLab CI
        I go to the gym every day || I go to the gym daily
        Backup the database every Sunday || Please make sure to backup the database every Sunday
        Salary is 20k || Salary is 20,000
        I am vegetarian || I'm a vegetarian
        I own a Tesla || I have a Tesla
        My birthday is 4 May || My birthday is May 4th
        Sam can't swim || Sam cannot swim
        The office is in Leeds || Our office is in Leeds
        I was born in 1990 || I was born in 1990!
        Karen lives in Malmö || Karen resides in Malmö
        The API limit is 1,000 requests || API limit is 1k requests
        I have three kids || I've got 3 kids
        I dislike mushrooms || I don't like mushrooms
        Please always answer in French || Always answer in French
        Our standup starts at 9 am || Our stand-up starts at 9:00
        Don't forget: the rent is due on the 5th || The rent is due on the 5th
        My wife is named Clara || My wife's name is Clara
        I'm allergic to cats || I am allergic to cats.
    """,
    "refines": """
        Has a boat || Has a wooden boat
        Enjoys sailing || Enjoys sailing with her brother
        I play chess || I play chess on Thursday evenings
        Lives in Porto || Lives in Porto near the river
        Works at Globex || Works at Globex as a chemist
        I have a dog || I have a dog named Biscuit
        I drink tea || I drink tea without sugar
        Likes running || Likes running early in the morning
        Standup is at 10:00 || Standup is at 10:00 on Mondays
        Owen reads novels || Owen reads novels before bed
        I swim || I swim twice a week
        I play the piano || I play the piano every evening
        Allergic to peanuts || Severely allergic to peanuts
        Enjoys reading || Enjoys reading science fiction
        I take the bus || I take the bus to work
        Meets with Dana || Meets with Dana on Wednesdays
        Studies law || Studies law at Leiden
        I bake bread || I bake bread with my daughter on weekends
        I practise yoga || I practise yoga at home before breakfast
        Enjoys gardening || Enjoys gardening at weekends
        Karen owns a boat || Karen owns a boat called Selma
        I eat fish || I eat fish on Fridays
        My office is in Bonn || My office is in Bonn near the station
        I'm learning Greek || I'm learning Greek with a tutor
    """,
    "conflict": """
        The deadline is June 2 || The deadline isn't June 2 anymore, it's June 8
        I play the cello || I stopped playing the cello
        My phone is a Fairphone || My phone is an iPhone now
        The launch is approved || The launch is not approved
        The gateway listens on port 6060 || The gateway listens on port 6061
        I live in Lisbon || I moved to Oslo
        I live in Lisbon || I'm based in Oslo now
        Mira is allergic to shellfish || Mira isn't allergic to shellfish
        I like olives || I don't like olives
        I love olives || I can't stand olives
        I eat pork || I no longer eat pork
        Works at Initech || Used to work at Initech
        Works at Initech || Left Initech
        Favourite painter is Monet || My favourite painter is Klee now
        My manager is Priya || My manager is Sven
        Priya is my manager || Sven is my manager
        Budget is 5k || Budget is 50k
        The deadline is Friday || The deadline is Tuesday
        The deadline is March 8 || The deadline moved to March 18
        Always call me in the morning || Never call me in the morning
        The feature flag is enabled || The feature flag is disabled
        The build is passing || The build is failing
        Owen is assigned to Project Heron || Owen has been reassigned to Project Kite
        The search index is public || The search index is private
        Deploy is blocked || Deploy is unblocked
        User likes beer || User prefers wine, not beer any more
        I smoke || I quit smoking
        We deploy on Fridays || We never deploy on Fridays
        The invoice service runs on MySQL || The invoice service runs on Postgres now
        My favourite season is winter || My favourite season is spring
        Send me reminders by email || Don't send me reminders by email
        I weigh 70 kg || I weigh 75 kg
        I live with my parents || I don't live with my parents any more
        I am a vegetarian || I'm not a vegetarian any more
        The API key rotation is manual || The API key rotation is automatic
        My car is a Volvo || My car is a Fiat
        Tests run on Jenkins || Tests run on GitHub Actions now
        I'm single || I'm married
        Nina is on the payments team || Nina moved to the growth team
        Meeting is in room 4 || Meeting is in room 7
        Uses Vim || Switched to Emacs
        I drink alcohol || I stopped drinking alcohol
        My phone number ends in 1234 || My phone number ends in 4321
        The store opens at 9am || The store opens at 10am
        I wake up at 6 || I wake up at 7
        Reply in English || Reply in Chinese
        Only contact me on weekdays || Don't contact me on weekdays
        I can eat dairy || I can't eat dairy
        The release is on Thursday || The release was postponed to Monday
        Version is 2.3.1 || Version is 2.4.0
        Karen is allergic to penicillin || Karen is no longer allergic to penicillin
        I take sugar in my coffee || I don't take sugar in my coffee
        The proxy listens on 3128 || The proxy listens on 3129
        My wife is called Clara || My wife is called Nora
        Office is in Bonn || The office moved to Ulm
        My favourite band is Wilco || My favourite band is now Low
        Budget for hosting is $200 || Budget for hosting is $300
        Backups are kept for 7 days || Backups are kept for 14 days
        The locker number is 4411 || The locker number is 4412
        I have a car || I don't have a car any more
        Alerts go to Slack || Alerts no longer go to Slack
        Karen leads the data team || Karen no longer leads the data team
        Use British spelling || Don't use British spelling
        I work night shifts || I work day shifts now
        The contract ends on 30 June || The contract ends on 31 July
        Cache TTL is 5 minutes || Cache TTL is 10 minutes
    """,
    "done": """
        I'm going to quit my job || I quit my job
        I'm thinking about selling my boat || I sold my boat
        Maybe we should move the queue to Kafka || We moved the queue to Kafka
        I'm planning to buy a bike || I bought a bike
        We might switch the frontend to Svelte || We switched the frontend to Svelte
        I'm thinking of adopting a kitten || I adopted a kitten
        We plan to hire a designer || We hired a designer
        Perhaps we should rewrite the parser in Rust || We rewrote the parser in Rust
        I want to learn Spanish || I learned Spanish
        We're considering moving the office to Leeds || We moved the office to Leeds
        I'm going to quit smoking || I quit smoking
        We should probably drop Redis || We dropped Redis
        I plan to visit Kyoto || I visited Kyoto
        Considering switching to Bun || Switched to Bun
        We might cancel the Adobe licence || We cancelled the Adobe licence
    """,
    "soft": """
        Prefers tea || Prefers coffee in the afternoon
        I prefer dark mode || I prefer light mode
        Doesn't like coffee || Likes iced coffee
        Likes action movies || Has been enjoying documentaries more lately
        Prefers short answers || Prefers detailed answers for code
    """,
    "distinct": """
        I like rowing || I don't only like rowing, I like swimming too
        Ana is my dentist || Hana is my landlord
        Owen works on Project Heron || Lena works on Project Heron
        Room 12 has a projector || Room 21 has a projector
        Mira is allergic to shellfish || Owen is allergic to shellfish
        I like tennis || I like table tennis
        I like apples || I like apple pie
        Likes coffee || Hates decaf coffee
        Likes coffee || The coffee machine is a Rancilio
        I like hiking || I not only like hiking, I also like climbing
        Likes hiking || Likes swimming
        I have a dog || I have a parrot
        Owen speaks Dutch || Owen speaks Finnish
        I like olives || My sister doesn't like olives
        My sister lives in Rome || I live in Lisbon
        The gateway listens on port 6060 || The worker listens on port 6061
        Invoice INV-1041 was paid || Invoice INV-1042 was cancelled
        The budget is 5k || The team has five people
        I live in Lisbon || Lisbon is lovely in spring
        I work at Globex || I used to work at Initech
        Allergic to nuts || Allergic to pollen
        Email the report on Monday || Print the badge on Monday
        The staging database is slow || The production database is fast
        Mira has a daughter || Mira has a son
        My brother is a nurse || My brother is called Tim
        I'm learning the cello || I'm learning Portuguese
        Likes jazz || Likes jazz and blues
        Sam's birthday is in May || Sam's wife's birthday is in May
        The cat is called Momo || The dog is called Mimi
        Ticket #881 is open || Ticket #818 is closed
        I visited Rome in 2019 || I visited Rome in 2022
        Nina likes tea || Dora likes tea
        My laptop is a ThinkPad || My phone is a Pixel
        I like Java || I like JavaScript
        Pay rent on the 1st || Pay the gym on the 1st
        I like cheese || I like cheesecake
        The test server is in Oslo || The build server is in Bergen
        Works at Acme || Acme is hiring
        Never late for meetings || Meetings are on Tuesdays
        I used to live in Turin || I live in Graz
        Use tabs in Go || Use spaces in Python
        Don't use emojis || Use bullet points
        Karen's brother is a pilot || Karen's sister is a pilot
        The proxy listens on 3128 || The mail relay listens on 2525
        I like basketball || I like baseball
        I like ice || I like ice cream
        I take the train to work || I take the bus to the gym
        Flight LH401 leaves at 8 || Flight LH410 lands at 9
        I read the Dune novels || I watched the Dune movies
        I don't eat pork || I eat chicken
        Budget for hosting is $200 || Budget for travel is $300
        Do not reply in Spanish || I speak Spanish
        Karen works at Bosch || Karen likes Bosch tools
        Nothing beats fresh bread || I bake bread
        Not only cats, I like dogs too || I like birds
        I went to Oslo in May || I went to Bergen in June
    """,
    "open": """
        Standup is at 9:15 on Monday || Standup is at 9:15 on Thursday
        Meeting room 204 || Meeting room 240
        Order 5512 || Order 5521
        The trip takes 3 hours || The trip takes 5 hours
    """,
}
CHINESE = statement_pairs_chinese.PAIRS


# What the attribute tells that the rules read from the whole text; the words alone do not.
ATTRIBUTES: dict[str, str] = {
    "same": """
        The mailer binds port 2525 || Mailer endpoint: localhost:2525
        I write my code in Helix || Helix is my editor
        I work as a welder || I am a welder
        代理监听 3128 端口 || 代理地址是 localhost:3128
        我的职业是焊工 || 我是一名焊工
        我养了一只猫叫慢慢 || 我有一只猫，名字叫慢慢
        Nginx 跑在 8081 端口 || Nginx 的端口是 8081
    """,
    "refines": """
        My son is Milo || My son is Milo Hart
    """,
    "conflict": """
        Works at Umbra || No longer works at Umbra
        My manager is Edda || Edda is no longer my manager, it's Bruno
        Karin is the owner of search || Milan took over search from Karin
        在华光上班 || 以前在华光上班
        我是素食者 || 我已经不吃素了
        我用的是折叠屏手机 || 我换成直板手机了
        周一开例会 || 例会改到周四了
    """,
}


def rows(table: dict[str, str]) -> list[tuple[str, str, str]]:
    """(relation, older, newer) of every line."""
    lines = [(relation, line.strip()) for relation, text in table.items() for line in text.splitlines() if line.strip()]
    return [(relation, *(part.strip() for part in line.split("||"))) for relation, line in lines]  # type: ignore[misc]  # two parts a line

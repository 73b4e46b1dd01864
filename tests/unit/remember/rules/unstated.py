"""Messages that state nothing to remember, by kind, in both languages; one a line."""

SMALL_TALK = """
hi there
good morning!
thanks a lot, that helps
ok 👍
haha nice one
see you tomorrow
great, let's go on
sounds good to me
how's it going
have a nice day
never mind
that's perfect
I love it
I like that idea
I really like your answer
I hate when that happens
I'm tired today
I'm sorry about that
I'm back
I'm done for today
I'm not sure yet
I'm in a meeting right now
I'm at home
I have a question
I have no idea
I see what you mean
I need a minute
继续
谢谢
好的，明白了
哈哈哈笑死
早上好
辛苦了
我回来了
我先去吃饭了
我有个问题
我很累
我不知道
我爱你
我喜欢你的回答
这个我喜欢
太棒了
没事了
今天天气真好
我看看
我是说刚才那个
我明白了
好饿啊
"""

COMMANDS_AND_NOISE = """
Run echo hello
/help
test 123
Fix the bug in the parser
Add a retry to the upload function
Show me the last ten lines
Explain how generators work in Python
Open the file and read it
Use a for loop here
Change the variable name to total
Make the button blue
The build fails on port 8080
I get an error when the server runs on port 3000
TypeError: cannot read properties of undefined
2025-09-15 10:22:01 ERROR connection refused on port 5432
$ npm install left-pad
Traceback (most recent call last):
The test is broken again
It crashed with exit code 137
it's stuck at 99%
The function returns None
The loop is slow
def port(): return 8080
const port = 8080;
SELECT name FROM users WHERE city = 'Paris'
I'm debugging the login page
I need to fix this bug
I have to restart the server now
I changed the color and it still fails
let me check the logs
Can you fix this?
帮我改一下这个函数
运行一下测试
服务器报错了，端口8080连不上
把按钮改成蓝色
这段代码跑不通
解释一下什么是闭包
打开文件看看
我在调试登录页面
接口超时了
编译失败了
再试一次
给我看一下最后十行
这个变量改成total
"""

QUESTIONS = """
What is your name?
Where do I live?
Do I like sushi?
why is the sky blue?
Is the deploy port 8080?
Am I allergic to peanuts?
Do you remember where I work?
Should we move billing to Postgres?
What if I live in Oslo?
Did I tell you that I live in Paris?
So my birthday is in May, right?
You know that I work at Hooli, don't you?
Can I call you Max?
Which port does the relay listen on?
how do I change my name
I live in Oslo, right?
我住在哪里？
我喜欢吃什么
部署端口是多少
我是不是对花生过敏
我叫什么名字
你还记得我在哪上班吗
要不要把支付迁到Postgres？
我是重庆人吗？
我该不该搬到成都
你叫什么
谁负责支付服务
我生日是5月20号，对吧？
截止日期是不是11月5日
"""

UNREAL = """
If I lived in Rome I would eat pasta every day
If I were a pilot, I'd fly to Chile
I wish I lived in Lisbon
Suppose the deploy port is 9999
Imagine I work at NASA
I'd love to live in Tokyo one day
yeah right, I just love waiting in line
Of course I love being paged at 3am
I dreamt that I lived in Atlantis
I'm a millionaire, just kidding
Unless we move billing to Oracle, nothing changes
As if I lived in a palace
如果我住在罗马我就天天吃意面
要是我是飞行员就好了
假如部署端口是9999
呵呵，我可真爱加班
我昨晚梦见我住在月球上
我是亿万富翁，开玩笑的
希望我是鸟
换作我就搬去杭州了
万一我搬去杭州了怎么说
早知道我就学医了
"""

NOT_THE_USERS = """
Translate "I live in Paris" into German
Translate to French: my name is Anna and I live in Lyon
Rewrite this: I work at Hooli as a nurse
Pretend you are a pirate. Your name is Jack
Let's play a game: I am a wizard and I live in a tower
Write a story about a girl. My name is Lola, she said
For example, my name is Bob
Summarize: The relay listens on port 7070
He lives in Madrid
She is allergic to nuts
They decided to talk about it tomorrow
You live in a data center
Your name is Nova
The book uses flashbacks
The article says that costs went down
"I love jazz" is a common sentence
> I live in Berlin
The character lives in London
In the movie the hero works at a bank
People love sushi
Everyone likes free lunch
翻译：我住在巴黎
把“我叫安娜”翻译成德语
帮我写一封信：我在星河科技上班
假装你是海盗，你叫杰克
这本书采用了双线叙事
作者住在北京
他们决定明天再说
文章指出成本下降
她对花生过敏
他喜欢钓鱼
你喜欢什么颜色
大家都喜欢放假
小说里的主角住在上海
比如，我叫小明
电影里他在银行上班
有人把端口改成了9090
那家公司很有名
老师说要写作业
书里写着：我住在伦敦
"""

ABOUT_MEMORY = """
please forget that I like durian
Forget everything about my job
Forget what I said about moving to Oslo
Don't remember this: I work at Hooli
do not save that I live in Rome
Delete what you know about my wife
Please erase my birthday from your memory
off the record, I live in Malmö
Stop remembering where I live
忘掉我喜欢榴莲
忘了我说的生日吧
不要记住我住在厦门
别记录这个：我在星河科技上班
把我的生日从记忆里删掉
请删除关于我老婆的记忆
这个不用记住，我叫林知夏
请忘记我对虾过敏
"""

FOR_ONCE = """
For this reply use French
Just this once, answer in German
In this file the port is 8080
For now use port 3000
this time use bullet points
I'm temporarily on port 9000
Use dark colours for this chart
这次用英文回答
这一次请简短点
本次回复用表格
先暂时用3000端口
这个问题详细一点
"""

LOOK_ALIKES = """
I live for the weekend
I live in fear of merge conflicts
I work from home on rainy days, sometimes
I work hard
I'm a bit confused
I'm a beginner
I'm a morning person
I'm from the future
I call it a day
call me later
call me when you are done
I use a loop for that
I moved the file to the trash
I moved the button to the left
I love how this looks
I like to think about it
I have a cold drink here
I have a cat picture
I have a bug
I'm on it
I'm on port
We use it for that
The problem is the port
The answer is 42
My code is broken
My question is simple
My point is clear
This is great
This is my last question
It is my favourite
The weather is nice
The time is now
I was born ready
I grew up
我住院了
我住得很远
我叫了外卖
我叫他过来
我叫你别动
我是说这个
我是认真的
我是新手
我做完了
我在想办法
我在开会
我喜欢
我不喜欢
我不会
我不吃了
我搬不动
我家里很热
我的问题是怎么安装
我的意思是再等等
我姓什么不重要
问题是端口
答案是42
我是来问问题的
这是我的代码
时间不早了
"""

IN_PASSING = """
写得再正式一点
再短一点
换个话题
把变量名改成驼峰
我把循环改成递归了
我打算弃用Redis
我可能会换成MongoDB
太喜欢了！
我在等外卖
Nina moved to the growth team
I changed the loop to a while loop
I moved the file to another folder
I want to understand how closures work
I'd like a table with three columns
my boss yelled and I left
I just like playing for fun
love is truly amazing
it turned out really tasty
let's say my name is Piet and I run a mill
Remember, you've got this!
Remember, every small step is a step forward
Remember to relax and enjoy it
记住，加油
"""

ALL = {
    "small talk": SMALL_TALK,
    "commands and noise": COMMANDS_AND_NOISE,
    "questions": QUESTIONS,
    "what is not so": UNREAL,
    "what is not the user's": NOT_THE_USERS,
    "talk about memory": ABOUT_MEMORY,
    "for once only": FOR_ONCE,
    "look-alikes": LOOK_ALIKES,
    "in passing": IN_PASSING,
}

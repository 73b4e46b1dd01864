"""Words that carry grammar but no subject: they neither rank a text nor find one, unless a query holds nothing else."""

ENGLISH = frozenset(
    """
    a about above after again against all am an and any are as at be because been before being below between both but by
    can could did do does doing done down during each either else ever few for from further get got had has have having he
    her here hers herself him himself his how i if in into is it its itself just let like me might mine more most much must my
    myself neither no nor not of off on once one only onto or other our ours ourselves out over own per please same shall
    she should since so some such than that the their theirs them themselves then there these they this those though
    through to too under until up upon us very via was we were what when where whether which while who whom whose why will with
    within without would yet you your yours yourself yourselves e.g i.e etc
    """.split()
)

# In simplified characters, as the segmenter parts them.
CHINESE = frozenset(
    """
    第 后 前 时 的 地 得 了 着 过 吗 呢 吧 啊 呀 嘛 啦 哦 么 是 在 和 与 及 或 而 但 就 都 也 还 又 再 才 很 太 更 最 把 被 让
    给 对 从 到 向 往 跟 比 为 以 于 之 其 所 等 个 这 那 哪 谁 我 你 您 他 她 它 们 有 没 会 能 可 要 不 上 下 里 些 几 叫 说 去
    来 用 请 做 想 一
    我们 你们 他们 她们 它们 咱们 自己 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 什么 怎么 怎样 怎么样 如何 为什么 为何
    哪里 哪儿 哪个 哪些 哪位 多少 是否 是不是 有没有 能不能 可不可以 因为 所以 但是 而且 如果 虽然 然后 或者 以及 还是 可以 应该
    一个 一下 一些 一种 没有 不是 就是 都是 也是 还有 其中 之后 之前 以后 以前 关于 对于 由于 为了 请问 告诉 时候 现在 已经 曾经 一直
    """.split()
)

"""Well-known technologies and the attribute that naming one states: Postgres is a database, FastAPI a framework."""

import re

from memstrata.remember.rules import lazy

_KINDS: dict[str, str] = {
    "database": (
        r"postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?|oracle|sql server|mssql|cockroach(?:db)?|dynamodb|cassandra|"
        r"clickhouse|duckdb|tidb|oceanbase|neo4j|supabase|planetscale|firestore|elasticsearch|opensearch|qdrant|pgvector|milvus|"
        r"达梦|人大金仓"
    ),
    "cache": r"redis|memcached|valkey|dragonfly",
    "queue": r"kafka|rabbitmq|nats|sqs|pulsar|celery|sidekiq|rocketmq|activemq",
    "framework": (
        r"django|flask|fastapi|rails|ruby on rails|spring(?: boot)?|express(?:\.?js)?|nest(?:\.?js)?|laravel|gin|axum|actix|"
        r"phoenix|asp\.net(?: core)?|\.net|starlette|tornado|sanic|litestar|quarkus|micronaut|symfony|koa|hono|echo|fiber"
    ),
    "frontend": (
        r"react(?: native)?|vue(?:\.?js)?(?: ?3)?|svelte(?:kit)?|angular|next\.?js|nuxt(?:\.?js)?|solid\.?js|htmx|flutter|"
        r"electron|tauri|swiftui|jetpack compose|小程序|astro|remix"
    ),
    "language": (
        r"python|golang|go|rust|java|kotlin|typescript|javascript|ruby|php|c\+\+|c#|scala|elixir|swift|haskell|clojure|zig|dart|"
        r"perl|julia|ocaml|lua|fortran|cobol|erlang|f#"
    ),
    "platform": (
        r"aws|gcp|google cloud|azure|vercel|netlify|heroku|fly\.io|render|railway|digital ?ocean|hetzner|linode|cloudflare(?: "
        r"workers)?|kubernetes|k8s|docker swarm|docker compose|nomad|ecs|eks|gke|lambda|openshift|阿里云|腾讯云|华为云|k3s|"
        r"on-?prem(?:ises)?|bare metal"
    ),
    "ci": r"github actions|gitlab ci|jenkins|circleci|travis(?: ci)?|buildkite|drone|teamcity|azure pipelines|bitbucket pipelines",
    "monitoring": r"grafana|prometheus|datadog|sentry|new relic|honeycomb|splunk|zabbix",
    "linter": r"ruff|flake8|pylint|eslint|biome|black|prettier|clippy|golangci-lint",
    "packages": r"uv|poetry|pipenv|pdm|conda|npm|pnpm|yarn|bun|cargo|maven|gradle|bazel|pants|buck2?",
    "tests": r"pytest|unittest|jest|vitest|playwright|cypress|selenium|junit|mocha",
    "tracker": r"jira|linear|trello|asana|notion|github issues|youtrack|禅道|飞书|tapd",
    "orm": r"sqlalchemy|prisma|hibernate|drizzle|typeorm|sequelize|gorm|sqlmodel|peewee|mybatis",
}
NAMES = "|".join(_KINDS.values())
_START = {kind: lazy.Pattern(rf"(?:the |a |an )?(?:{names})(?![A-Za-z0-9_#+])", re.IGNORECASE) for kind, names in _KINDS.items()}
_ANY = lazy.Pattern(rf"(?:the |a |an )?(?:{NAMES})(?![A-Za-z0-9_#+])", re.IGNORECASE)
_TAIL = lazy.Pattern(
    r"\s+(?:instead of|rather than|over|because|since|so|for|as|on|in|at|with|to|where|which|but|when|from|by|before|this|"
    r"last|yesterday|today|now|also|too|already|the)\b.*$|[,;，；]\s*(?:not|so|because|and we|不|因为|所以|而不).*$",
    re.IGNORECASE,
)
_OTHERS = lazy.Pattern(rf"[,，]\s*(?!(?:and )?(?:{NAMES})(?![A-Za-z0-9_#+]))", re.IGNORECASE)
_TAIL_ZH = lazy.Pattern(
    r"(?:数据库$|配(?:合|上)?\s?[A-Za-z一-鿿]|加\s?[A-Za-z]|来?(?:做|写|开发|实现|存|跑|部署|作为|当|管理|搭|搞)|这边|作为|"
    r"而不是|不是|写的|做的|开发的|实现的|上面?|里|的|了|吧).*$"
)


def attribute(words: str) -> str:
    """Which attribute of a project the words state by the technology that they begin with; "" for none."""
    bare = words.strip()
    return next((kind for kind, pattern in _START.items() if pattern.match(bare)), "")


def read(words: str) -> str:
    """The technology and what belongs to it: "Postgres 16", "FastAPI and React"; "" where the words begin with none."""
    bare = words.strip()
    known = _ANY.match(bare)
    if known is None:
        return ""
    rest = _OTHERS.split(_TAIL_ZH.sub("", _TAIL.sub("", bare[known.end() :])))[0]
    return (known[0] + rest).strip(" ,.;，。；!！")

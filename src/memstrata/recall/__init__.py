"""From a question to the right few memories: gate → plan → retrieve → rank → (pack) → emit."""

"""From what was said to what is kept: redact → extract → settle (reconcile and commit) → emit."""

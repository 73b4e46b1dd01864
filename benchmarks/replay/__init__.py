"""The replay of thirty days: its wordings, and the lives drawn from them."""

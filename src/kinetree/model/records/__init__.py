"""Robots as plain data (dicts, lists, strings, numbers): what `kt.save` writes, and digests."""

"""Robots from files, texts and other libraries; models as files."""

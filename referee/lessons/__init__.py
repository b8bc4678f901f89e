"""Lessons: a faction is learned on the phone, a moment at a time (``lesson.md`` beside each faction's rules)."""

"""Questions about the table as it stands, and the sentences that answer them."""

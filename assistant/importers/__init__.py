"""Reading what other programs exported: each module knows one of them."""

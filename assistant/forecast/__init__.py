"""What a day may bring: stress, soreness and injury risk from the figures of the days before, for people who rate their days."""

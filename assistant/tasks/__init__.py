"""Health tasks: typed functions that give facts."""

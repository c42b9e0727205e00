"""What a person takes to their doctor, and what changed of late: facts gathered over many measures, and the page that shows them."""

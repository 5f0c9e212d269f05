"""What a web page needs of the pieces: their faces as pictures, and fonts cut to what is shown."""

"""Material for web pages: the faces of pieces as pictures, and fonts cut to what is shown."""

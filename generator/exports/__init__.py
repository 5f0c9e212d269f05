"""What a game becomes besides sheets to print: pictures, a simulator's table, a gallery, labels."""

"""Files for print services and print houses."""

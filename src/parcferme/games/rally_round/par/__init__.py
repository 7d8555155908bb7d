"""The best score of a competition and its proof."""

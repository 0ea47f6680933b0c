"""What happened: contracts, workflows, policies, histories, and the documents they are written in."""

"""What comes from people who mean harm, and from machines that mean nothing: forms, links, headers, mails, garbage."""

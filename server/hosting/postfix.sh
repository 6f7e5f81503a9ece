# Postfix before the inbox. As root: poste hosting postfix | sh && systemctl reload postfix
# If this Postfix has other domains as well, join their settings with these: `postconf -n` shows them.
#
# The machine may be called like the domain, whose mail is not its own; what it writes to its root stays here.
{% if not elsewhere %}
# myhostname is how it greets others: the name to which its reverse DNS leads.
{% endif %}
# Postfix asks the inbox whether an address exists before it takes a mail, and while the inbox restarts it asks again
# soon. What it takes is no larger than what the inbox takes.
{% if refused %}
# The sender of letters reads no mail: the inbox can refuse it only when it has read it, and Postfix would send it back.
{% endif %}
postconf -e \
{% if not elsewhere %}
  'myhostname = {{ host }}' \
{% endif %}
  'mydestination = localhost' \
  'virtual_alias_maps = inline:{ { root@{{ mail_domain }} = root@localhost } }' \
  'relay_domains = {{ mail_domain }}' \
  'transport_maps = inline:{ { {{ mail_domain }} = relay:{{ inboxes | join(", ") }} } }' \
  'relay_destination_concurrency_failed_cohort_limit = 1000' \
  'smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination,{% if refused %} check_recipient_access inline:{ { {{ refused }} = REJECT nobody reads mail at this address } },{% endif %} reject_unverified_recipient' \
  'unverified_recipient_reject_code = 550' \
  'address_verify_map =' \
  'address_verify_negative_refresh_time = 30s' \
  'message_size_limit = {{ largest }}'

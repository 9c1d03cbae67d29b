import { defineMessages } from '../../platform/messages/message'

export const notificationMessages = defineMessages('notifications', {
  not_found: 'Notification not found',
  channel_not_found: 'Notification channel not found',
  too_many_channels: 'You already have {max} notification channels. Delete one first.',
  key_cannot_change_channel:
    "An API key can't add or change notification channels. Sign in to do this.",
  address_invalid:
    'Enter an HTTPS address without a username or password. An administrator can allow other addresses (notifications.allowed_hosts).',
  address_private:
    '{host} is on the local network, where notifications are sent only to hosts that an administrator has allowed. Add {host} to the setting notifications.allowed_hosts.',
  topic_missing: 'Add the topic to the address, as in https://ntfy.sh/my-topic',
  token_missing: 'Gotify requires an app token',
  token_invalid:
    'The token can contain only letters from A to Z, digits and symbols, but no spaces',
  password_changed:
    'An administrator set a new password for your account, so this channel was turned off. Check its address before you turn it back on.',
  quiet_incomplete: 'Enter both the start and the end of the quiet time',
  offline: 'Notifications are not sent because this server is offline (providers.offline)',
  unreachable: "{host} is not responding. Check the address and the server's connection.",
  refused: '{host} refused the notification (status {status}). Check the address and the token.',
  paused:
    'No notifications could be sent for {days} days, so this channel was turned off. Check its settings, then turn it back on.',
  sent: 'Test notification sent',
  email_invalid: 'Enter a single email address, such as ann@example.org',
  not_confirmed: 'First confirm this email address with the code that was sent to it',
  confirmed_already: 'This email address is already confirmed',
  code_wrong: 'This code is incorrect. Check the latest email from this server.',
  code_expired: 'This code is no longer valid. Request a new one.',
  code_sent: 'A code was sent to this address',
  too_many_codes: 'You have requested {max} codes within a day. Try again tomorrow.',
})

/** Messages about notifications in browsers. */
export const webPushMessages = defineMessages('notifications.web_push', {
  subscription_invalid: 'This is not a valid browser subscription',
  subscription_ended:
    'The browser no longer accepts notifications. Delete this channel, then add it again in that browser.',
  key_damaged:
    'The file {file} is damaged. Restore it from a backup, or delete it. If you delete it, all browsers must be added again.',
  key_not_stored:
    "Browsers can't be added because the data folder is not writable ({code}). Make it writable.",
})

export const notificationTexts = defineMessages('notifications.text', {
  title: '{count, plural, one {# notification} other {# notifications}} from Quire',
  test: 'This channel works',
  more: '{count, plural, one {and # more} other {and # more}}',
})

/** Descriptions of news, in the interface and in channels. */
export const newsMessages = defineMessages('notifications.news', {
  release: 'New release: {series}, {title}',
  release_volume: 'New release: {series}, volume {volume}',
  release_chapter: 'New release: {series}, chapter {chapter}',
  release_volume_chapter: 'New release: {series}, volume {volume}, chapter {chapter}',
  failed_task: 'A task failed: {task}',
  failed_backup:
    "The database couldn't be backed up before permanently deleting items, so nothing was deleted",
  failed_backup_command: 'A backup failed: {reason}',
  overdue_backup:
    'No backup has been made and verified for a week. Make one, or set a schedule in the settings.',
  matched: 'Matching for {library} has finished',
  matching_review: 'Matching for {library} has finished. Some matches need review.',
  matching_failed: 'Matching for {library} failed',
  refreshed: 'Metadata for {library} has been refreshed',
  refresh_failed: 'Refreshing the metadata for {library} failed',
  selection_matched: 'Matching of the selected series has finished',
  selection_review: 'Matching of the selected series has finished. Some matches need review.',
  selection_failed: 'Matching of the selected series failed',
  update: 'Version {version} of Quire is available. The documentation describes how to update.',
  security_update:
    'Version {version} of Quire is available and fixes security problems. Update soon: the documentation describes how.',
  scan_confirmation:
    'Many files in {library} are missing. Check the drive, or confirm that the files are gone.',
  unrated_shown:
    '{users, plural, one {# user with an age limit sees} other {# users with an age limit see}} up to {series, plural, one {# series} other {# series}} without an age rating. New age limits hide such series; existing ones were not changed. Check them under Access.',
})

export const notificationLogMessages = defineMessages('notifications.log', {
  announce_failed: 'failed to publish notification',
  mail_failed: 'failed to send email',
})

/** Reasons why an email was not sent. */
export const mailMessages = defineMessages('notifications.mail', {
  off: "This server can't send email yet. An administrator can set up a mail server (notifications.smtp).",
  unreachable:
    'The mail server {host} is not responding. An administrator can check notifications.smtp in the settings file.',
  not_encrypted:
    'The mail server {host} does not offer encryption, or its certificate is not valid. An administrator can check notifications.smtp in the settings file.',
  login_refused:
    'The mail server {host} rejected the login. An administrator can check notifications.smtp in the settings file.',
  recipient_refused:
    'The mail server {host} rejected the recipient address (status {status}). Check the address.',
  refused:
    'The mail server {host} rejected the email (status {status}). An administrator can check notifications.smtp in the settings file.',
})

export const mailTexts = defineMessages('notifications.mail.text', {
  footer:
    'You are receiving this email because you added this address in Quire. To stop these emails, change or delete the notification channel in the settings.',
  code_subject: 'Your code for Quire',
  code: 'To receive notifications at this address, enter this code in Quire: {code}. The code is valid for one day.',
  code_unwanted:
    "If you didn't request this, you can ignore this email. You won't receive anything else.",
})

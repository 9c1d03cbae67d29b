import { defineMessages } from '../../platform/messages/message'

export const komgaMessages = defineMessages('komga', {
  client_setting_key: 'Enter a key in lower case, such as "application.domain.key"',
  client_settings_full: 'There can be at most {max} settings',
  condition_unknown: 'The condition on {field} is unknown or incomplete',
  generated_poster: "This poster is generated and can't be deleted",
  key_needs_basic:
    'Create the key in Quire, or send the current password with the request (HTTP Basic)',
  not_found: 'Not found',
  not_implemented: 'Quire does not support this operation',
  password_needs_basic:
    'Change your password in Quire, or send the current password with the request (HTTP Basic)',
  progress_invalid: 'Specify either a page (1 or higher) or "completed"',
  purged_by: 'Permanently deleted by {user}. The file is kept.',
  restriction_unsupported:
    "Restrictions by age or label can't be set through the Komga API. Set them in Quire.",
  settings_read_only:
    "The settings of the server can't be changed here. Change them in its settings file.",
  trashed_by: 'Moved to the trash by {user}. The file is kept.',
  user_needs_basic:
    'Manage users in Quire, or send the current password with the request (HTTP Basic)',
})

export const komgaLogMessages = defineMessages('komga.log', {
  count_tasks_failed: 'failed to count tasks for an event stream',
})

import { defineMessages } from '../../platform/messages/message'

export const settingMessages = defineMessages('settings', {
  not_found: 'There is no setting with this name that can be changed here',
  invalid: "These values can't be saved. Correct them and try again.",
  too_many: 'Too many settings (at most {max} at once)',
  saved: 'Settings saved',
  unchanged: 'No settings were changed',
  invalid_color: 'must be a color such as #2f6db5',
  fixed_by_file: 'This setting is in the settings file ({place}). Change or remove it there.',
  fixed_by_environment:
    'This setting is set by the environment variable {name}. Change or remove it where Quire is started.',
  fixed_by_command_line:
    'This setting is set by the command that starts Quire. Change or remove it there.',
})

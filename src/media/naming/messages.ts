import { defineMessages } from '../../platform/messages/message'

export const namingSettingMessages = defineMessages('naming.settings', {
  depth: 'must be a whole number from 0 to 10',
  template: 'must be text of 1 to 300 characters',
  pattern_missing: 'must be a pattern',
  group_missing: 'must have a group named {name}, such as (?<{name}>[^/]+)',
  too_many_patterns: 'must be a list of at most 20 patterns',
  unknown_setting: 'is not a setting of this strategy. Its settings: {names}',
  no_settings: 'is not a setting: this strategy has none',
  pattern_too_complex: 'is too complex. Use smaller repeat counts.',
  pattern_invalid: 'invalid pattern: {reason}',
})

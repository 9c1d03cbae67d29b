import { defineMessages } from '../../platform/messages/message'

/** The source of a field value. */
export const sourceMessages = defineMessages('naming.source', {
  edited: 'A user set this value',
  cleared: 'A user cleared this value',
  none: 'No source has a value',
  path: 'Parsed from the file name or folder names',
  rule: 'Set by a parsing rule',
  plugin: 'Provided by the plugin {plugin}',
  file: 'From the file or a file beside it ({source})',
})

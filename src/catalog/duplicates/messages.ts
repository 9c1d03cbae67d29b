import { defineMessages } from '../../platform/messages/message'

export const duplicateMessages = defineMessages('duplicates', {
  not_found: 'Duplicate group not found',
  not_dismissed: 'These duplicates are not ignored',
  same_file: 'Identical files: the names, sizes and checksums of their contents match',
  same_content:
    'Identical pages: the pages match byte for byte; only the files that contain them differ',
})

import { defineMessages } from '../../platform/messages/message'

export const exportMessages = defineMessages('exports', {
  not_found: 'Export not found',
  not_ready: 'This export is not ready yet',
  failed: 'The export failed. Create it again.',
  too_large: 'The export is larger than {size} MB. Choose fewer fields or libraries.',
  too_many: 'You already have {max} exports. Delete one first.',
  too_many_at_once: 'At most {max} exports can be created at a time. Wait until one is ready.',
  csv_of_one: 'A CSV file can contain either series or books, not both',
  unknown_field: 'must be one of: {known}',
  zip_of_everything: "A full export must be a ZIP file, and other exports can't be ZIP files",
  rights_changed: 'Your access has changed since this export was created. Create the export again.',
})

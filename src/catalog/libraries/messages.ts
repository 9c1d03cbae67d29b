import { defineMessages } from '../../platform/messages/message'

export const libraryMessages = defineMessages('libraries', {
  not_found: 'Library not found',
  name_taken: 'A library with this name already exists',
  invalid: 'The library settings are not valid',
  paths_contradict: 'The fields "path" and "paths" contradict each other',
  path_not_first: 'must be the first entry of "paths", or be omitted',
  strategies_invalid: 'The naming settings are not valid',
  schedule_invalid: 'The schedule is not valid',
  unknown_format: 'can contain only these formats: {formats}',
  excluded_patterns:
    'must have at most {maxLines} lines, each with at most {maxLength} characters, three "**" wildcards and 15 asterisks in total',
  folder_unusable: "The folder {folder} can't be used: {reason}",
  folder_unavailable: "This folder can't be opened",
  folder_not_absolute: 'must be an absolute path',
  folder_hidden: 'is not accessible',
  folder_overlaps_sibling: 'overlaps with another folder in the list',
  folder_overlaps_library: '{folder} overlaps with a folder in the library "{library}"',
  folder_overlaps_data: "overlaps with Quire's data folder",
  folder_not_a_folder: 'is not a folder',
  folder_of_system: 'is a system folder',
  folder_missing: "doesn't exist on the machine that runs Quire",
  folder_denied: "can't be read: Quire doesn't have permission",
  folder_asleep: 'is not responding. Check the disk or network share.',
  folder_unreadable: "can't be read ({code})",
  folder_in_use:
    '{folder} contains books. To keep their reading progress, replace the folder with another one, or exclude it with a pattern.',
})

/** Reasons why a folder is not watched. */
export const watchMessages = defineMessages('libraries.watch', {
  library_disabled: 'The library is disabled',
  watching_disabled: 'Watching is turned off for this library',
  scans_disabled: 'Automatic scans are turned off for this library',
  not_started: 'Watching has not started yet',
})

export const libraryLogMessages = defineMessages('libraries.log', {
  add_failed: 'failed to add first library',
  not_first: 'ignored the folder for the first library: a library already exists',
  created: 'library {library} was created by {user}',
  changed: 'library {library} was changed by {user}',
  trashed: 'library {library} was moved to the trash by {user}',
  restored: 'library {library} was restored by {user}',
})

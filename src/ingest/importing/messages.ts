import { defineMessages } from '../../platform/messages/message'

export const importMessages = defineMessages('imports', {
  not_found: '"{path}" was not found',
  too_large: 'The database is larger than {max} MB. Raise imports.max_mb to read it.',
  busy: 'The database changed while it was being copied. Stop {name} and try again, or use a backup that {name} created.',
  unknown_source:
    'This is not a database that Quire can read. Quire supports databases from: {names}. Enter the path of the database or of the folder that contains it.',
  wrong_kind: 'This database is from {found}, not from {wanted}',
  damaged:
    'The database is damaged: {reason}. If {name} was running while the database was copied, stop {name} and copy the database again.',
  empty:
    'The database has no tables. {name} keeps the newest changes in a second file: copy "{file}-wal" as well.',
  unknown_version:
    'This version of {name} ({version}) stores its data differently: the table "{table}" is missing or lacks "{column}". Update {name} or Quire, and try again.',
  other_missing:
    '{name} keeps its books in a second database, "{file}", which was not found. Copy it next to the first one and enter the path of the folder, or upload both files.',
  too_many_rows: 'The table "{table}" has more than {max} rows',
  no_user: 'There is no user "{name}" in the source',
  no_account: 'There is no user "{name}" here',
  account_gone: 'An account that was chosen for the import no longer exists. Choose another one.',
  import_not_found: 'There is no import with this ID',
  stopped: 'The import was undone while it was running',
  not_undoable: 'This import has already been undone',
  path_or_file: 'Enter a path on the server, upload a file, or enter the address of another server',
  server_address:
    'The address of a server starts with http:// or https://, such as https://books.example.org',
  server_login: 'Enter a username and a password, or a token',
  server_offline:
    'Quire is set to stay offline, so {name} was not contacted. To contact it, remove "offline" under "providers" in the settings file and restart Quire.',
  server_silent: '{host} is not responding. Check the address and whether {name} is running.',
  server_refused: '{name} did not accept the username, password or token. Check them.',
  server_failed: '{name} reported an error (status {status}). Try again later.',
  server_other: 'The response from {host} is not from {name}. Check the address.',
  server_too_large: '{name} sent more than {max} MB of data, which was ignored',
  path_not_absolute: 'must be an absolute path',
  too_many: 'There are already {max} unconfirmed imports. Confirm or discard one first.',
  not_ready: 'The preview is not ready yet. Try again in a moment.',
  running: 'The import is running. Wait until it has finished.',
  applied: 'The import was applied. It can be undone, but not deleted.',
  nothing_to_undo: 'The import has changed nothing',
  copy_gone: 'The copy of the database was deleted. Start the import again.',
  interrupted: 'The import was interrupted. What it added can be undone.',
  no_app_file:
    "This file can't be read here. Choose a backup from Mihon or Tachiyomi (.tachibk), or one of these files from KOReader: a metadata file such as metadata.epub.lua, statistics.sqlite3, or a ZIP file that contains them.",
  too_many_entries: 'The file has more than {max} entries',
  file_too_large: 'The file is larger than {max} MB',
  too_many_waiting:
    'Too many entries from earlier imports are waiting for their books. First undo an import that you do not need.',
  own_unfinished: 'You already have an unconfirmed import. Confirm or discard it first.',
  preview_expired:
    'The preview expired after {days} days, and the copy of the data was deleted. Discard the import and start it again.',
  preview_interrupted: 'Reading the source was interrupted. Discard the import and start it again.',
})

/** Data that is not imported. */
export const leftOutMessages = defineMessages('imports.left_out', {
  no_reading_times: '{name} does not record how long someone read',
  api_key: 'API key "{key}" of {person}: {name} stores only its hash. Create a new one in the app.',
  api_keys: 'API keys ({count}): create new ones here, or sign in again in the apps',
  reading_times: 'Times at which pages were read ({count})',
  earlier_readings:
    'Earlier readings of books that were read more than once ({count}): {name} does not record their dates',
  ratings: 'Ratings of chapters that consist of several files ({count})',
  reviews: 'Reviews of books ({count})',
  bookmarks: 'Bookmarks and notes in e-books ({count})',
  chosen_covers:
    "Covers that someone chose ({count}): {name} keeps them in files that can't be used here",
  foreign_collections: 'Collections that {name} takes from another service ({count})',
  old_collections:
    'Collections ({count}): this version of {name} stores them differently. Update {name}, then import again.',
  unreadable_formats:
    'Books that are available only in formats that Quire does not support ({count})',
  custom_columns:
    'Custom columns ({count}), except those for finished books and the dates they were finished',
  of_nobody:
    'Reading progress, ratings and lists in the source do not belong to an account. To import them, choose an account for "{person}".',
  audiobooks: 'Audiobooks and podcasts ({count}): Quire does not support them',
  listening: 'Listening progress in audiobooks and podcasts ({count})',
  audio_bookmarks: 'Bookmarks in audiobooks ({count})',
  hidden_books: 'Books that someone archived ({count})',
  smart_collections: 'Smart collections ({count}): create them here as smart lists',
  settings: "Users' settings and saved filters ({count})",
  no_dates: 'Finished chapters without a date ({count})',
  only_one_person:
    'Reading data of other people: {name} only provides the data of the person who signs in. Import again with the account of each person.',
  undated_books: 'Books in progress without a date ({count})',
  undated_read: 'Finished books without a date ({count})',
  no_progress:
    'Reading progress: not included in backups of {name}. To import it, also import the list of archives.',
  nested_lists: 'Nesting of reading lists ({count}): nested lists are imported as separate lists',
  highlights: 'Highlights and bookmarks without a section or page in KOReader ({count})',
  damaged_files: 'Files that could not be read ({count})',
  tracker_scores: 'Tracker scores ({count}): connect the tracker under Reading sync',
  no_password: '{person} has no password in {name} that can be imported',
  wal_missing:
    'If {name} was running when the file was copied, the newest changes are in "{file}-wal", which is missing',
})

export const importLogMessages = defineMessages('imports.log', {
  server_silent: 'failed to reach the server of another program',
  delete_failed: 'failed to delete the files of an import; delete them in the storage',
})

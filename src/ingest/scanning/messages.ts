import { defineMessages } from '../../platform/messages/message'

export const scanMessages = defineMessages('scans', {
  not_found: 'Scan not found',
  already_running: 'This library is already being scanned',
  library_disabled: 'This library is disabled',
  nothing_to_confirm: 'There is nothing to confirm: the library is available',
  already_ended: 'This scan has already ended',
  never_scanned: 'This library has not been scanned yet',
  not_running: 'No scan of this library is running',
  nothing_to_recheck: 'There are no matching books to recheck',
  ignored_file_not_found: 'Ignored file not found',
  undo_not_found: 'This scan has not been undone',
  nothing_to_undo: 'This scan made no changes that can be undone',
  only_files_changed:
    "This scan only found changes inside files. Quire doesn't change files, so there is nothing to undo. Put the earlier file back, and the next scan will read it.",
  undo_busy: 'A scan of this library is running or being undone. Wait until it ends.',
  undo_by_rule: 'A parsing rule caused these changes. Edit or delete the rule instead.',
  undo_not_newest: 'Only the latest scan can be undone. A later scan has changed this library.',
  already_undone: 'This scan has already been undone',
  preview_not_found: 'Preview not found',
  preview_running: 'A preview of this library is already running',
  previews_busy: 'Other folders are being checked. Try again in a moment.',
  recheck_started:
    '{count, plural, one {# file will be read again} other {# files will be read again}}',
})

export const readMessages = defineMessages('scans.read', {
  growing: 'The file is still being written',
  gone: 'The file no longer exists',
  denied: "Quire doesn't have permission to read this file",
  failed: "The file couldn't be read ({reason})",
  crashed_twice:
    'Quire crashed twice while reading this file. The file is skipped until it changes.',
  decoder_crashed: "The file couldn't be decoded",
  reader_crashed: "The file couldn't be decoded ({reason})",
  timeout: 'Reading this file took too long',
  scan_ended: 'The scan was stopped',
})

/** Messages about skipped files, and about the end of scans, undos and previews. */
export const scanResultMessages = defineMessages('scans.result', {
  unreadable:
    '{count, plural, one {# folder or file could not be read} other {# folders or files could not be read}}, such as "{example}". Known books there are unchanged.',
  bad_names:
    '{count, plural, one {# name is too long or contains invalid characters} other {# names are too long or contain invalid characters}}, such as "{example}". Rename the file or folder.',
  links:
    '{count, plural, one {# link to another location was not followed} other {# links to other locations were not followed}}, such as "{example}". Known books there are unchanged. To scan linked locations, add them as folders of the library, or turn on "Follow symbolic links".',
  links_inside:
    '{count, plural, one {# link to another location was not followed} other {# links to other locations were not followed}}',
  growing:
    '{count, plural, one {# file is still being written} other {# files are still being written}}. Quire will scan again soon.',
  interrupted: 'The scan was interrupted',
  replaced: 'This scan was replaced by a manually started one',
  library_deleted: 'The library was deleted',
  failed: 'The scan failed. See the log for details.',
  preview_failed: "The library couldn't be scanned. See the log for details.",
  undo_failed: 'The undo failed. See the log for details, then try again.',
  undo_skipped: 'Books are skipped if they no longer exist or another book is in their place',
})

/** Reasons why a library folder is unavailable or its missing files are not treated as deleted. */
export const folderStateMessages = defineMessages('scans.folder', {
  absent: "This library's folder was not found. Check that the disk or network share is connected.",
  not_a_folder: "This library's path is not a folder. Correct it in the library settings.",
  unreadable: "Quire can't read this library's folder. Check its permissions.",
  asleep:
    "This library's disk is not responding. Check that the disk or network share is connected.",
  empty:
    "This library's folder is empty, but it contained {count, plural, one {# book} other {# books}}. Check that the disk or network share is connected.",
  mount_lost:
    'A disk or network share below the folder is no longer connected. It contained {missing} of {count, plural, one {# book} other {# books}}.',
  many_missing:
    '{missing} of {count, plural, one {# book} other {# books}} {missing, plural, one {is missing} other {are missing}}.',
  other_disk:
    'The folder is now on a different disk, and {missing} of {count, plural, one {# book} other {# books}} {missing, plural, one {is missing} other {are missing}} from it.',
  confirm:
    '{reason} Nothing was moved to the trash. If the files were deleted, confirm this. Otherwise, reconnect the disk.',
})

export const scanLogMessages = defineMessages('scans.log', {
  book_problem: 'problem in book file: {problem}',
  sidecar_problem: 'problem in sidecar file: {problem}',
  folder_skipped: 'skipped unavailable library folder: {reason}',
  ended:
    'scanned library {library}: {files} files, {added} added, {changed} changed, {moved} moved, {missing} missing',
})

import { defineMessages } from '../../platform/messages/message'

export const scanMessages = defineMessages('scans', {
  not_found: 'Scan not found',
  already_running: 'This library is already being scanned',
  library_disabled: 'This library is disabled',
  nothing_to_confirm: 'There is nothing to confirm: the library is available',
  already_ended: 'This scan has already ended',
  nothing_to_recheck: 'There are no such books to recheck',
  ignored_file_not_found: 'Ignored file not found',
  undo_not_found: 'Undo not found',
  nothing_to_undo: 'This scan made no changes that can be undone',
  undo_busy: 'A scan of this library is running or being undone. Wait until it ends.',
  undo_by_rule: 'A parsing rule caused these changes. Revert the rule instead.',
  undo_not_newest: 'Only the latest scan can be undone. A later scan has changed this library.',
  already_undone: 'This scan has already been undone',
  preview_not_found: 'Preview not found',
  preview_running: 'A preview of this library is already running',
  previews_busy: 'Other folders are being checked. Try again in a moment.',
  recheck_started:
    '{count, plural, one {# file will be read again} other {# files will be read again}}',
})

export const readMessages = defineMessages('scans.read', {
  growing: 'The file is still being written.',
  gone: 'The file is gone.',
  denied: 'Quire is not allowed to read this file.',
  failed: "The file couldn't be read ({reason}).",
  crashed_twice: 'Quire crashed twice on this file and is skipping it.',
  decoder_crashed: 'The file could not be decoded.',
  reader_crashed: 'The file could not be decoded ({reason}).',
  timeout: 'Reading this file takes too long.',
  scan_ended: 'The scan was ended.',
})

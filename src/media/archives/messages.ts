import { defineMessages } from '../../platform/messages/message'

export const archiveMessages = defineMessages('archive', {
  damaged_part: 'Part of the archive is damaged',
  damaged: 'The archive is damaged',
  encrypted: 'The archive is password-protected. Save it without a password to read it.',
  split: 'This archive is split into several files. Join them first.',
  entry_too_large: '"{name}" in the archive is too large',
  too_much_memory: 'Unpacking this archive would take too much memory',
  too_many_files: "The archive contains too many files, so it wasn't opened",
  directory_too_long: "The archive's file index is too long, so it wasn't opened",
  impossible_sizes:
    "The archive reports impossible file sizes (possible zip bomb), so it wasn't opened",
  possible_bomb: "The archive unpacks to an extreme size (possible zip bomb), so it wasn't opened",
  cut_off: 'The archive is truncated or damaged',
  recovered:
    'The archive is truncated or damaged. Only the pages that could be recovered are shown.',
  directory_missing: 'The archive is truncated or damaged: its file index is missing',
  zip_method: 'Unsupported compression (ZIP method {method})',
  sevenzip_method: 'Unsupported compression (7z method {method})',
  rar_method: 'Unsupported RAR compression',
  page_out_of_reach: 'Too much data would have to be unpacked to reach this page',
})

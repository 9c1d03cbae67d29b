import { defineMessages } from '../../platform/messages/message'

/** Reasons why a folder is polled rather than watched. */
export const watchingMessages = defineMessages('watching', {
  not_responding: 'The disk is not responding',
  stopped: 'Watching stopped unexpectedly',
  too_many_folders:
    "The system can't watch more folders. Raise its limit (fs.inotify.{limit} on Linux).",
  folder_missing: 'The folder was not found',
  folder_denied: "Quire can't read the folder",
  failed: "The system can't watch the folder: {detail}",
  shared:
    "The folder is on a {fileSystem} file system, which doesn't report changes made by other machines or programs",
  partly_shared:
    "Part of the folder is on a {fileSystem} file system, which doesn't report changes made by other machines or programs",
})

export const watchingLogMessages = defineMessages('watching.log', {
  watcher_failed: 'file system watcher failed',
  poll_failed: 'failed to poll folder',
  polling: 'polling folder instead of watching it: {reason}',
  scan_failed: 'failed to enqueue scan of changed folders',
  update_failed: 'failed to update folder watchers',
  renew_failed: 'failed to renew watch lease',
})

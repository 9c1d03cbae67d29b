import { defineMessages } from '../../platform/messages/message'

export const matchingMessages = defineMessages('metadata_matching', {
  provider_not_found: 'Metadata provider not found',
  no_providers:
    'No metadata provider is turned on for this library. Turn one on in Settings → Metadata.',
  started: 'Matching of {count, plural, one {# series} other {# series}} started in the background',
  refresh_failed: 'The refresh stopped because of an error. Run it again, or see the log.',
  action_invalid: 'The action is not valid',
  series_only: 'the provider has no metadata for individual books',
  parts_only: 'the provider finds books only through their series',
  param_missing: 'is required',
  job_not_found: 'Job not found',
  job_invalid: 'The job is not valid',
  too_many_jobs: 'A library can have at most {count} jobs',
  refresh_series_only: "must be series_only, because individual books can't be refreshed",
  refresh_known_only:
    'only series with metadata from a provider can be refreshed; match the others',
  unknown_field: '{name} is neither a field nor a group of fields',
  run_failed: 'Matching stopped because of an error. Continue it, or see the log.',
  run_not_found: 'Matching run not found',
  run_active: 'A matching run is already active. Wait until it has finished.',
  run_finished: 'This matching run has already ended',
  run_not_finished: 'This matching run is still active. Cancel it first.',
  run_closed:
    'You no longer have access to all libraries in this matching run. Ask an administrator for access.',
  books_forbidden: "You don't have permission to change book metadata",
  already_undone: 'This matching run has already been undone',
  never: 'This item is excluded from matching',
  item_applied:
    'This item already has metadata from a match. To remove it, undo the change or the matching run.',
  not_in_run: 'This item is not part of the matching run',
  applied: '{count, plural, one {# field} other {# fields}} updated',
  no_cover: 'The provider does not have this cover',
  cover_kept: "Added to the series' covers, but not selected",
  book_cover_kept: "Added to the book's covers, but not selected",
  no_books: '{provider} has no metadata for individual books',
  nothing_changed: 'These values are already set',
  undone_before: 'This match was undone earlier',
  no_match: 'No provider found a match',
  locked: 'This field is locked',
  edited: 'This field was edited',
  outranked: 'The current value comes from a more trusted source',
})

export const matchingLogMessages = defineMessages('metadata_matching.log', {
  run_started: 'metadata matching started',
  run_finished: 'metadata matching finished',
})

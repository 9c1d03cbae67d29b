import type { LeftOutTable } from '../../../admin/transfer/everything/export-kind'

const derived = (name: string, reason: string): LeftOutTable => ({ name, why: 'derived', reason })
const secret = (name: string, reason: string): LeftOutTable => ({ name, why: 'secret', reason })
const work = (name: string, reason: string): LeftOutTable => ({ name, why: 'work', reason })

/** All tables that are not exported. */
export const leftOutTables: readonly LeftOutTable[] = [
  derived('series_counts', 'counted by the database'),
  derived('series_fts', 'search index of the database'),
  derived('books_fts', 'search index of the database'),
  derived('recommendations', 'computed again when a user asks for them'),
  derived('outside_recommendations', 'fetched again from the service'),
  derived('thumbnails', 'made again from books and covers'),
  derived('thumbnail_shards', 'state of the thumbnail folder'),
  derived('link_targets', 'found by the next scan'),
  derived('release_feeds', 'state of feeds, fetched again'),
  derived('cached_responses', 'responses of providers, fetched again'),
  secret('sessions', 'people sign in again'),
  secret('refresh_tokens', 'people sign in again'),
  secret('ended_signed_sessions', 'people sign in again'),
  secret('oidc_sessions', 'people sign in again'),
  secret('oauth_states', 'sign-ins that are not finished'),
  secret('login_links', 'sign-in links for one use'),
  secret('login_failures', 'failed sign-ins'),
  secret('setup_tokens', 'token of the first start'),
  secret('device_accounts', 'people offer their account on a device again'),
  secret('user_pins', 'people set a PIN again'),
  secret('two_factors', 'sealed with the key of this installation'),
  secret('notification_channels', 'addresses are sealed with the key of this installation'),
  secret('notification_codes', 'codes for confirming addresses'),
  work('jobs', 'background jobs of this server'),
  work('processes', 'servers and workers that run'),
  work('schedules', 'next times of schedules'),
  work('watch_leases', 'which process watches folders'),
  work('provider_rate_limits', 'waiting times of providers'),
  work('scans', 'history of scans of this machine'),
  work('scan_changes', 'history of scans of this machine'),
  work('scan_undos', 'history of scans of this machine'),
  work('scan_previews', 'preview of the next scan'),
  work('plugin_failures', 'log of failures'),
  work('user_exports', 'files that expire after a week'),
  work('reading_marks', 'marks that can be undone for an hour'),
]

/**
 * A service that keeps reading lists of its users, such as AniList. Pure: it builds requests and maps
 * responses, and the caller sends them with the token of the user.
 */
import type { PrivateRequest, ProviderRules } from '../../../platform/outgoing/model'
import { readLine, readNumber } from '../../providers/text/read-json'

/** Sends a request and returns the parsed JSON body. Throws `ProviderError`. */
export type SendPrivate = (request: PrivateRequest) => Promise<unknown>

export type ReadingStatus = 'reading' | 'completed' | 'on_hold' | 'dropped' | 'planned'

/** A work in the list of a user. */
export interface ListEntry {
  /** Of the entry, not of the work. */
  entryId: string
  /** Of the work. */
  externalId: string
  status: ReadingStatus | null
  /** Number of chapters read. */
  chapters: number
  /** Number of volumes read; null if the service does not count them. */
  volumes: number | null
  updatedAt: Date | null
  /** Days as `2026-11-25`, or the part of one that is known, as `2026`; null: not set there. */
  startedOn: string | null
  completedOn: string | null
  /** Completed, and being read again: the numbers are those of the new reading. */
  isReread: boolean
  /** Rated, or with notes. Known only by `findEntry`: notes can be long. */
  isAnnotated: boolean
}

/** Absent values stay as they are. */
export interface ListChange {
  status?: ReadingStatus
  chapters?: number
  volumes?: number
  /** null takes the day away, where the service can do that. */
  startedOn?: string | null
  completedOn?: string | null
}

export interface Tokens {
  accessToken: string
  refreshToken: string | null
  expiresAt: Date | null
}

export interface ServiceAccount {
  id: string
  name: string
}

/** Users register a client of their own, and then get a token for it. */
interface TokenSource {
  /** Page on which clients are registered. */
  readonly clientUrl: string
  /** What to enter there. */
  readonly redirectUrl: string
  /** Page that shows the token, for `{clientId}`. */
  readonly tokenUrl: string
}

/** Sign-in at the pages of the service: OAuth 2.0 with an authorization code. */
export interface OauthRules {
  /** Of the pages, without a trailing slash. The setting `providers.<name>.base` replaces it. */
  readonly base: string
  readonly authorizePath: string
  readonly tokenPath: string
  /** How the service takes the challenge of PKCE. */
  readonly challenge: 'S256' | 'plain'
  readonly needsSecret: boolean
}

export interface ListService extends ProviderRules {
  readonly displayName: string
  /** How people sign in without an OAuth client in the settings. `redirect`: not at all. */
  readonly signInKind: 'token' | 'password' | 'redirect'
  /** Where people get an access token, if they paste one. */
  readonly tokenSource: TokenSource | null
  readonly oauth: OauthRules | null
  readonly countsVolumes: boolean
  /** How long before its end a token is renewed, if the service renews tokens. */
  readonly renewBeforeMs: number
  /** Works can be recommended by what was read. */
  readonly canRecommend?: boolean
  /** A failed request may mean that the token is refused: the account is asked for, which shows it. */
  readonly hidesRefusedTokens?: boolean
  /** Exchanges a password for tokens. */
  signIn?(send: SendPrivate, credentials: Credentials, now: Date): Promise<Tokens>
  refresh?(send: SendPrivate, refreshToken: string, now: Date): Promise<Tokens>
  getAccount(send: SendPrivate): Promise<ServiceAccount>
  /** All works in the list. */
  listEntries(send: SendPrivate, accountId: string): Promise<ListEntry[]>
  /** The entry as it is now; undefined if there is none. */
  findEntry(send: SendPrivate, work: WorkOfAccount): Promise<ListEntry | undefined>
  /** Changes the entry, or adds one if `entryId` is null. */
  save(send: SendPrivate, work: WorkOfAccount & SavedEntry): Promise<void>
  deleteEntry(send: SendPrivate, entryId: string): Promise<void>
}

interface Credentials {
  username: string
  password: string
}

interface WorkOfAccount {
  accountId: string
  externalId: string
}

interface SavedEntry {
  entryId: string | null
  change: ListChange
}

/** A number of chapters or volumes: whole, and bounded as in a database. */
export const readCount = (value: unknown): number =>
  Math.min(Math.max(Math.floor(readNumber(value) ?? 0), 0), maxCount)

const maxCount = 2_147_483_647

/** null if there is none. Only the year, or year and month, if that is what is known: somebody entered something. */
export function readDay(value: unknown): string | null {
  const [, year, month, day] =
    /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?!\d)/.exec(readLine(value) ?? '') ?? []
  if (year === undefined || Number(year) === 0) return null
  if (month === undefined) return year
  const date = `${year}-${month}-${day ?? '01'}`
  if (!isWholeDay(date)) return year
  return day === undefined ? `${year}-${month}` : date
}

/** Of the calendar, and not only a year or month. */
export function isWholeDay(day: string): boolean {
  const time = day.length === 10 ? Date.parse(day) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Requests for one list; a service that sends more is not read on. */
export const maxListRequests = 100

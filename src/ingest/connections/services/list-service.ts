/**
 * A service that keeps reading lists for its users, such as AniList. Pure: it builds requests and
 * maps responses, and the caller sends them with the user's token.
 */
import type { PrivateRequest, ProviderRules } from '../../../platform/outgoing/model'
import { createProviderError } from '../../../platform/outgoing/provider-error'
import { type JsonObject, readLine, readNumber, readObject } from '../../providers/text/read-json'

/** Sends a request and returns the parsed JSON body. Throws `ProviderError`. */
export type SendPrivate = (request: PrivateRequest) => Promise<unknown>

export type ReadingStatus = 'reading' | 'completed' | 'on_hold' | 'dropped' | 'planned'

/** A work in a user's list. */
export interface ListEntry {
  /** ID of the entry, not of the work. */
  entryId: string
  /** ID of the work. */
  externalId: string
  status: ReadingStatus | null
  /** Number of chapters read. */
  chapters: number
  /** Number of volumes read, or null if the service does not count them. */
  volumes: number | null
  updatedAt: Date | null
  /**
   * Dates such as `2026-11-25`, or the known part of one, such as `2026`. null if not set at the
   * service.
   */
  startedOn: string | null
  completedOn: string | null
  /**
   * The work was completed before and is being read again. The numbers refer to the new reading.
   */
  isReread: boolean
  /** Has a rating or notes. Set only by `findEntry`, because notes can be long. */
  isAnnotated: boolean
  /** 1 to 100, or null if there is none. Absent if scores are not synced. */
  score?: number | null
  /** Absent if notes are not synced, or if they are too long. */
  notes?: string | null
}

/** Data that a user agreed to sync in addition to the progress. */
export interface Agreement {
  scores: boolean
  notes: boolean
}

/** Absent values stay unchanged. */
export interface ListChange {
  status?: ReadingStatus
  chapters?: number
  volumes?: number
  /** null clears the date, if the service supports that. */
  startedOn?: string | null
  completedOn?: string | null
  /** 1 to 100; null removes the score. */
  score?: number | null
  /** null removes the notes. */
  notes?: string | null
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

/** Users register their own client, and then get a token for it. */
interface TokenSource {
  /** Page for registering clients. */
  readonly clientUrl: string
  /** Redirect URL to enter on that page. */
  readonly redirectUrl: string
  /** Page that shows the token, for `{clientId}`. */
  readonly tokenUrl: string
}

/** Sign-in on the service's website: OAuth 2.0 with an authorization code. */
export interface OauthRules {
  /**
   * Base URL of the website, without a trailing slash. The setting `providers.<name>.base`
   * overrides it.
   */
  readonly base: string
  readonly authorizePath: string
  readonly tokenPath: string
  /** PKCE challenge method of the service. */
  readonly challenge: 'S256' | 'plain'
  readonly needsSecret: boolean
}

export interface ListService extends ProviderRules {
  readonly displayName: string
  /**
   * Sign-in method if the settings contain no OAuth client. `redirect` means that one is required.
   */
  readonly signInKind: 'token' | 'password' | 'redirect'
  /** Pages on which users get an access token to paste. */
  readonly tokenSource: TokenSource | null
  readonly oauth: OauthRules | null
  readonly countsVolumes: boolean
  /** The service rounds scores from 1 to 100 to multiples of this number. */
  readonly scoreStep: number
  /** Time before its expiry at which a token is renewed, if the service supports renewal. */
  readonly renewBeforeMs: number
  /** Whether works can be recommended based on what was read. */
  readonly canRecommend?: boolean
  /**
   * Whether the service may report a rejected token as a different error. A request for the account
   * then shows the actual error.
   */
  readonly hidesRefusedTokens?: boolean
  /** Exchanges a password for tokens. */
  signIn?(send: SendPrivate, credentials: Credentials, now: Date): Promise<Tokens>
  refresh?(send: SendPrivate, refreshToken: string, now: Date): Promise<Tokens>
  getAccount(send: SendPrivate): Promise<ServiceAccount>
  /** Returns all works in the list. Notes are requested only if the user agreed. */
  listEntries(send: SendPrivate, accountId: string, agreed: Agreement): Promise<ListEntry[]>
  /** Returns the entry in its current state, or undefined if there is none. */
  findEntry(send: SendPrivate, work: WorkOfAccount): Promise<ListEntry | undefined>
  /** Updates the entry, or adds one if `entryId` is null. */
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

/** Reads a chapter or volume count: an integer that the database can store. */
export const readCount = (value: unknown): number =>
  Math.min(Math.max(Math.floor(readNumber(value) ?? 0), 0), maxCount)

const maxCount = 2_147_483_647

/** Scales a score from 1–`most` to 1–100. Services send 0 or nothing if there is no score. */
export function readScore(value: unknown, most: number): number | null {
  const score = Math.round(((readNumber(value) ?? 0) * 100) / most)
  return score >= 1 && score <= 100 ? score : null
}

/** Converts a score from 1 to 100 to the scale of a service. */
export const toScale = (score: number, { least, most }: { least: number; most: number }): number =>
  Math.min(Math.max(Math.round((score * most) / 100), least), most)

const maxNoteLength = 10_000

/** Returns undefined for notes that Quire cannot store, so that they are never replaced. */
export function readNotes(value: unknown): string | null | undefined {
  if (typeof value !== 'string') return null
  const notes = value.replaceAll(/\r\n?/g, '\n').trim()
  return notes.length > maxNoteLength ? undefined : notes || null
}

/**
 * Reads a date. If parts are missing, returns the year, or the year and month. If the date is
 * invalid, returns only the year. Returns null if there is no date.
 */
export function readDay(value: unknown): string | null {
  const [, year, month, day] =
    /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?!\d)/.exec(readLine(value) ?? '') ?? []
  if (year === undefined || Number(year) === 0) return null
  if (month === undefined) return year
  const date = `${year}-${month}-${day ?? '01'}`
  if (!isWholeDay(date)) return year
  return day === undefined ? `${year}-${month}` : date
}

/** Returns true for a valid calendar date, and false for only a year or month. */
export function isWholeDay(day: string): boolean {
  const time = day.length === 10 ? Date.parse(day) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/**
 * Returns the readable entries of a list. Throws if the list is missing or has no readable entry,
 * because every work would be added again to a list that appears to be empty.
 */
export function readListEntries(
  service: string,
  list: unknown,
  read: (entry: JsonObject) => ListEntry | undefined,
): ListEntry[] {
  if (!Array.isArray(list)) throw createProviderError(service, 'not_json')
  const entries = list.flatMap((one) => read(readObject(one)) ?? [])
  if (entries.length === 0 && list.length > 0) throw createProviderError(service, 'not_json')
  return entries
}

/** Maximum number of requests per list. The rest of a longer list is ignored. */
export const maxListRequests = 100

/**
 * Rules for new usernames: PRECIS UsernameCasePreserved (RFC 8265) and, against names that look
 * alike, the "highly restrictive" level of UTS 39. Accounts that have other names keep them and can
 * sign in as before. Pure.
 */
import { lazily } from '../../../platform/lib/lazily'

const alone =
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Ethiopic Khmer'
/** The sets of scripts that may be mixed in one name. */
const getMixtures = lazily(() =>
  [
    ...alone.split(' ').map((script) => [script]),
    ['Latin', 'Han', 'Hiragana', 'Katakana'],
    ['Latin', 'Han', 'Bopomofo'],
    ['Latin', 'Han', 'Hangul'],
  ].map((scripts) => {
    const members = ['Common', 'Inherited', ...scripts].map((name) => `\\p{scx=${name}}`)
    return new RegExp(`^[${members.join('')}]+$`, 'u')
  }),
)

/** Visible ASCII, letters, marks, digits and the middle dot. Single spaces separate words. */
const identifier = /^(?: (?! )|[!-~\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{M}\p{Nd}·])+$/u
/** Invisible characters and archaic Hangul letters, which look like syllables. */
const disallowed = /\p{Default_Ignorable_Code_Point}|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
/** A middle dot is allowed only between two l's, as in Catalan. */
const strayDot = /(?<!l)·|·(?!l)/iu

/**
 * Trims the name, converts full-width and half-width characters to ordinary ones, and normalizes it
 * to composed form.
 */
export const normalizeUsername = (name: string) =>
  name
    .trim()
    .replaceAll(/[\uff01-\uffee]/g, (wide) => wide.normalize('NFKC'))
    .normalize('NFC')

/** Expects text that `normalizeUsername` returned. */
export const isAllowedUsername = (name: string) =>
  identifier.test(name) &&
  !disallowed.test(name) &&
  !strayDot.test(name) &&
  name.normalize('NFKC') === name &&
  getMixtures().some((mixture) => mixture.test(name))

const latinLookAlikes = new Map(
  [
    ['авсԁеһіјкӏмнорԛѕтуѵԝх', 'abcdehijklmhopqstyvwx'],
    ['αβεζηικμνορτυχ', 'abezhikmvoptyx'],
    ['օսցհոզ', 'oughnq'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, place) => [letter, [...to][place]!])),
)

/**
 * Builds a key that is the same for names that look alike in different scripts, such as "anna" in
 * Latin and Cyrillic letters.
 */
export const buildLookAlikeKey = (name: string) =>
  [...name.normalize('NFKC').toLowerCase()]
    .map((letter) => latinLookAlikes.get(letter) ?? letter)
    .join('')

/**
 * Characters that change the direction of the surrounding text. In a name, they could change how a
 * screen or a message reads. Names in right-to-left scripts do not need them.
 */

/**
 * The characters with the Unicode property Bidi_Control, to be used in a character class of a
 * regular expression.
 */
export const bidiControls = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'

const anyControl = new RegExp(`[${bidiControls}]`, 'g')

export const hasBidiControls = (text: string) => text.search(anyControl) !== -1

export const removeBidiControls = (text: string) => text.replaceAll(anyControl, '')

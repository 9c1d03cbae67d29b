/** Joins class names and skips falsy ones: `classes(styles.card, isOn && styles.on)`. */
export const classes = (...names: (string | false | null | undefined)[]) =>
  names.filter(Boolean).join(' ')

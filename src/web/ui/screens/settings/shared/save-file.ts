/** Downloads text as a file, even over plain HTTP. */
export function saveFile(name: string, text: string, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Delayed, because Safari reads the blob later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

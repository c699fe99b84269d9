import { FILE_NAME_HEADER, SHARED_CACHE, SHARED_TEXT, sharedFile } from './shared-cache.ts'

/**
 * Stores the form of the manifest's `share_target` for the page, and opens the page. Runs in the service
 * worker.
 */
export async function storeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const cache = await caches.open(SHARED_CACHE)
  const files = form.getAll('files').filter((part) => part instanceof File)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, [FILE_NAME_HEADER]: encodeURIComponent(file.name) }
    await cache.put(sharedFile(index), new Response(file, { headers }))
  }
  const text = ['title', 'text', 'url']
    .flatMap((name) => form.getAll(name))
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .join('\n')
  if (text !== '') await cache.put(SHARED_TEXT, new Response(text))
  return Response.redirect('/', 303)
}

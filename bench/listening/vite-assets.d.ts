/** The page's worklets, which the bench does not load. */
declare module '*?worker&url' {
  const url: string
  export default url
}

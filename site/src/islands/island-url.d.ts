/** URL of the file that `islandFiles` makes (site/build/island-files.ts). */
declare module '*?island' {
  const url: string;
  export default url;
}

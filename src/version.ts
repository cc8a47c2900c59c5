import packageFile from "../package.json" with { type: "json" };

/** The release, as package.json has it (M156). */
export const version: string = packageFile.version;

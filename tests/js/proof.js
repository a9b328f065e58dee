/** Reads a list of replays from standard input and prints the report on each. */
import { text } from "node:stream/consumers";
import { verify } from "@app/replay/proof";

const reports = [];
for (const replay of JSON.parse(await text(process.stdin))) reports.push(await verify(replay));
console.log(JSON.stringify(reports));

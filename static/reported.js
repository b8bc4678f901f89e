// A link to the internet stands there only where the device says that it has one; nothing is fetched to find out.
const issue = document.getElementById('issue');
if (issue) issue.hidden = !navigator.onLine;
